/**
 * A menu at a button, with arrow keys, typing and submenus. It is a separate chunk, loaded when the first menu opens.
 */
import * as Menu from '@radix-ui/react-dropdown-menu';
import { Link } from '@remix-run/react';
import * as css from './action-menu.css';
import * as icon from './icon.css';

export type MenuEntry = { label: string } & (
  { act: () => void } | { to: string; opensTab?: true } | { entries: MenuEntry[] }
);

export type ActionMenuProps = {
  /** The element that opened the menu. It gets the focus back. */
  anchor: HTMLElement;
  label: string;
  entries: MenuEntry[];
  onClose: () => void;
};

export default function ActionMenu({ anchor, label, entries, onClose }: ActionMenuProps) {
  const { left, top, width, height } = anchor.getBoundingClientRect();
  return (
    <Menu.Root
      open
      modal={false}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      {/* All rows share one menu. It is placed at the button that was pressed. */}
      <Menu.Trigger asChild>
        <span aria-hidden="true" className={css.place} style={{ left, top, width, height }} />
      </Menu.Trigger>
      <Menu.Content
        aria-label={label}
        aria-labelledby={undefined}
        align="end"
        collisionPadding={8}
        className={css.menu}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          // Something else may have been pressed and have the focus.
          if (document.activeElement === document.body) anchor.focus({ preventScroll: true });
        }}
      >
        <Entries
          entries={entries}
          onAct={(act) => {
            // Closing and the action share one rendering. Otherwise the menu would render again before it is removed.
            onClose();
            act();
          }}
        />
      </Menu.Content>
    </Menu.Root>
  );
}

type OnAct = (act: () => void) => void;

function Entries({ entries, onAct }: { entries: MenuEntry[]; onAct: OnAct }) {
  return entries.map((entry) => <Entry key={entry.label} entry={entry} onAct={onAct} />);
}

function Entry({ entry, onAct }: { entry: MenuEntry; onAct: OnAct }) {
  const { label } = entry;
  if ('entries' in entry)
    return (
      <Menu.Sub>
        <Menu.SubTrigger className={css.item}>
          {label}
          <span aria-hidden="true" className={icon.chevronRight} />
        </Menu.SubTrigger>
        <Menu.SubContent className={css.menu} collisionPadding={8} aria-label={label}>
          <Entries entries={entry.entries} onAct={onAct} />
        </Menu.SubContent>
      </Menu.Sub>
    );
  if ('to' in entry)
    return (
      <Menu.Item asChild className={css.item}>
        <Link to={entry.to} preventScrollReset {...(entry.opensTab && { target: '_blank' })}>
          {label}
        </Link>
      </Menu.Item>
    );
  return (
    <Menu.Item
      className={css.item}
      onSelect={() => {
        onAct(entry.act);
      }}
    >
      {label}
    </Menu.Item>
  );
}
