/** The parts of the panel above the list, which describe the driver. */
import { Link } from '@remix-run/react';
import { positionWords, type DriverPosition } from '~/domain/tasks/model/last-positions';
import type { Driver } from '~/domain/views/board/board';
import { LinkButton } from '~/ui/button';
import { PhoneLink } from '~/ui/phone-link';
import { Time, useNow } from '~/ui/time';
import * as css from './list.css';

type ContactProps = { driver: Driver | null; finishAt: string | null | undefined };

export function Contact({ driver, finishAt }: ContactProps) {
  if (!driver) return 'Tasks without a driver';
  return (
    <>
      {driver.phone ? <PhoneLink phone={driver.phone} /> : <span>No phone number</span>}
      {finishAt && (
        <>
          {' '}
          · done about <Time iso={finishAt} />
        </>
      )}
    </>
  );
}

export function LastPosition({ driverId, position }: { driverId: number; position: DriverPosition }) {
  const now = useNow();
  return (
    <p>
      Position: {now === null ? <Time iso={position.at} /> : positionWords(position, now)}{' '}
      <Link to={`/dispatcher/drivers/${String(driverId)}/trail`}>Trail</Link>
    </p>
  );
}

type ListOrMapProps = { list: string; map: string; showsMap: boolean };

/** Switches between list and map in a panel, because the panel covers the map. */
export function ListOrMap({ list, map, showsMap }: ListOrMapProps) {
  const side = (label: string, to: string, isShown: boolean) => (
    <LinkButton
      to={to}
      variant={isShown ? 'primary' : 'secondary'}
      aria-current={isShown ? 'true' : undefined}
      preventScrollReset
      replace
    >
      {label}
    </LinkButton>
  );
  return (
    <nav aria-label="List or map" className={css.sides}>
      {side('List', list, !showsMap)}
      {side('Map', map, showsMap)}
    </nav>
  );
}
