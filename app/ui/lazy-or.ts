import { lazy, type ComponentType } from 'react';
import { wholeSheet } from './sheet';

/** A component that is loaded when it is first shown. Where that fails, as without a connection, the other one is. */
export const lazyOr = <Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Fallback: ComponentType<Props>,
) =>
  lazy(async () => {
    const [component] = await Promise.all([load().catch(() => ({ default: Fallback })), wholeSheet()]);
    return component;
  });
