import type { Became } from '~/domain/tasks/transfers/became';
import { Banner } from '~/ui/banner';
import { Time } from '~/ui/time';

type Props = { became: Became[]; isGoing: boolean; /** The advice what to do now. */ children: string };

/** Lists changes by others to tasks of the stop while its dialog was open. */
export function BecameBanner({ became, isGoing, children }: Props) {
  if (became.length === 0) return null;
  return (
    <Banner tone="error" title={isGoing ? 'This stop has changed.' : 'This stop is not under way.'}>
      {became.map(({ taskId, by, what, at }) => (
        <p key={taskId}>
          {by} {what} · <Time iso={at} />
        </p>
      ))}
      <p>{children}</p>
    </Banner>
  );
}
