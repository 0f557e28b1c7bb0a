/** A menu at a button: arrow keys, typing, submenus. A chunk of its own, loaded when one is opened first. */
import * as Menu from '@radix-ui/react-dropdown-menu';
import { Link } from '@remix-run/react';
import * as css from './action-menu.css';

export type MenuEntry = { label: string } & (
  { act: () => void } | { to: string; opensTab?: true } | { entries: MenuEntry[] }
);

export type ActionMenuProps = {
  /** What opened it, which gets the focus back. */
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
      {/* One menu for all rows: its place is that of the button which was pressed. */}
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
          // Unless something else was pressed.
          if (document.activeElement === document.body) anchor.focus({ preventScroll: true });
        }}
      >
        <Entries
          entries={entries}
          onAct={(act) => {
            // In one rendering with what it does: the menu is rendered again otherwise, and only then taken out.
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
          <span aria-hidden="true">▸</span>
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
