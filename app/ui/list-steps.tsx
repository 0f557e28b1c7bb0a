import { LinkButton } from './button';

/** Links to the newest part of a long list, unless that is shown, and to the next older one, if there is one. */
export function ListSteps({ newest, older }: Record<'newest' | 'older', string | false>) {
  const step = (to: string | false, label: string) =>
    to && (
      <LinkButton size="form" to={to} preventScrollReset>
        {label}
      </LinkButton>
    );
  return (
    <>
      {step(newest, 'Newest')}
      {step(older, 'Older')}
    </>
  );
}
