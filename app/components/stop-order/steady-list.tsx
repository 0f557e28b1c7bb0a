import { Component, createRef, type PointerEvent, type ReactNode } from 'react';
import * as css from './order.css';
import type { Look } from './stops';

type Props = { children: ReactNode };
type Anchor = { item: HTMLElement; top: number } | null;

/**
 * Stops in order. When stops appear, leave or move, it scrolls the page by as much, so that the stop under the finger
 * stays in place. It is a class, because hooks can't measure the page before a change.
 */
export class SteadyList extends Component<Props> {
  private readonly list = createRef<HTMLOListElement>();
  private touched: HTMLElement | null = null;

  override getSnapshotBeforeUpdate(): Anchor {
    // A dragged item moves with the finger, so it can't be the reference.
    const items = [...(this.list.current?.children ?? [])].filter(
      (child) => child instanceof HTMLElement && !('lifted' in child.dataset),
    ) as HTMLElement[];
    const visible = (item: HTMLElement) => {
      const { top, bottom } = item.getBoundingClientRect();
      return bottom > 0 && top < window.innerHeight;
    };
    const inHand = this.touched ?? document.activeElement?.closest('li');
    const held = items.find((each) => each === inHand && visible(each));
    // At the top of the page, keeping an item in place would hide the content above the list.
    if (!held && window.scrollY === 0) return null;
    const item =
      held ??
      items.find((each) => visible(each) && each.getBoundingClientRect().top >= 0) ??
      items.find(visible);
    return item ? { item, top: item.getBoundingClientRect().top } : null;
  }

  override componentDidUpdate(_before: Props, _state: unknown, anchor: Anchor): void {
    if (!anchor?.item.isConnected) return;
    const moved = anchor.item.getBoundingClientRect().top - anchor.top;
    if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' });
  }

  override render() {
    return (
      <ol
        ref={this.list}
        className={css.stops}
        onPointerDownCapture={({ target }: PointerEvent) => {
          this.touched = target instanceof Element ? target.closest('li') : null;
        }}
      >
        {this.props.children}
      </ol>
    );
  }
}

/** The list of stops. On a phone, a stop under the finger stays in place while others move. */
export function Listing({ look, children }: { look: Look; children: ReactNode }) {
  return look === 'touch' ? <SteadyList>{children}</SteadyList> : <ol>{children}</ol>;
}
