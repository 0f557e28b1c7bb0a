import { useState } from 'react';

/** Names of accounts that contain the typed text. The server resolves the name again, so a failed request costs nothing. */
export function useAccountNames() {
  const [names, setNames] = useState<string[]>([]);
  const type = (text: string) => {
    if (text.trim().length < 2) return;
    fetch(`/api/places?search=${encodeURIComponent(text.trim())}`)
      .then(async (answer) =>
        answer.ok ? ((await answer.json()) as { name: string; accountId: number | null }[]) : [],
      )
      .then(
        (places) => {
          setNames(
            places.flatMap(({ name, accountId }) =>
              accountId === null ? [] : [`${name} (#${String(accountId)})`],
            ),
          );
        },
        () => undefined,
      );
  };
  return { names, type };
}
