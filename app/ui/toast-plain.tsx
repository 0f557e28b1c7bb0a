import { useEffect } from 'react';
import { Banner } from './banner';
import { Lines } from './lines';
import type { ToastViewProps } from './toast-view';
import * as css from './toast.css';

const STAYS_MS = 5_000;

/** The toast of a page that could not load the real one. It has the same text for the same time. */
export function ToastPlain({ message: { title, description, tone }, onClose }: ToastViewProps) {
  useEffect(() => {
    const timer = window.setTimeout(onClose, STAYS_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [onClose]);
  return (
    <div className={css.viewport}>
      <Banner tone={tone === 'destructive' ? 'error' : 'success'} title={title}>
        <Lines text={description} />
      </Banner>
    </div>
  );
}
