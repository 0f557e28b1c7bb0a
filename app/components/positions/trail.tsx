import { ServedFirst } from '~/components/page/served-first';
import { lazyOr } from '~/ui/lazy-or';
import { trail } from '~/words/en/positions';
import type { TrailProps } from './trail-drawn';

const TrailDrawn = lazyOr<TrailProps>(
  () => import('./trail-drawn'),
  () => <p>{trail.notNow}</p>,
);

/** A driver's day. It is in a separate file, because few pages show one. */
export const TrailView = (props: TrailProps) => (
  <ServedFirst>
    <TrailDrawn {...props} />
  </ServedFirst>
);
