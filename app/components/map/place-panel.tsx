import { useEffect, useRef } from 'react';
import { Button } from '~/ui/button';
import * as css from './map.css';
import { describeTask, type Marker } from './scene';

type Props = {
  marker: Marker;
  pathOf: (taskId: number) => string;
  onOpen: (path: string) => void;
  onClose: () => void;
};

/** Lists the tasks of a place that has several. It takes the focus and returns it to the marker. */
export function PlacePanel({ marker: { key, label, tasks }, pathOf, onOpen, onClose }: Props) {
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const element = panel.current;
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    element?.addEventListener('keydown', leave);
    return () => {
      element?.removeEventListener('keydown', leave);
    };
  }, [onClose]);
  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [key]);
  return (
    <section className={css.panel} aria-labelledby="place-panel" ref={panel}>
      <div className={css.panelHead}>
        <h3 id="place-panel" tabIndex={-1} ref={heading}>
          {label}
        </h3>
        <Button type="button" variant="quiet" onClick={onClose} aria-label="Close the list of tasks">
          ×
        </Button>
      </div>
      <ul className={css.panelList}>
        {tasks.map((task) => (
          <li key={task.id}>
            <a
              className={css.panelLink}
              href={pathOf(task.id)}
              onClick={(event) => {
                if (event.button > 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
                  return;
                event.preventDefault();
                onOpen(pathOf(task.id));
              }}
            >
              {describeTask(task)} · #{task.id}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
