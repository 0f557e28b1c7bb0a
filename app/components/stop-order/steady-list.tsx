import { Component, createRef, type PointerEvent, type ReactNode } from 'react';
import * as css from './order.css';

type Props = { children: ReactNode };
type Anchor = { item: HTMLElement; top: number } | null;

/**
 * Stops in order. What comes, goes or moves elsewhere in the list does not move the stop under the thumb: the page
 * scrolls by as much. A class, for hooks can't look at the page before it changes.
 */
export class SteadyList extends Component<Props> {
  private readonly list = createRef<HTMLOListElement>();
  private touched: HTMLElement | null = null;

  override getSnapshotBeforeUpdate(): Anchor {
    // What is being dragged moves with the finger, and is no measure.
    const items = [...(this.list.current?.children ?? [])].filter(
      (child) => child instanceof HTMLElement && !('lifted' in child.dataset),
    ) as HTMLElement[];
    const visible = (item: HTMLElement) => {
      const { top, bottom } = item.getBoundingClientRect();
      return bottom > 0 && top < window.innerHeight;
    };
    const inHand = this.touched ?? document.activeElement?.closest('li');
    const item =
      items.find((each) => each === inHand && visible(each)) ??
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
