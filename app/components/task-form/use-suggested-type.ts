import { useRef, type RefObject } from 'react';
import { suggestedType } from '~/domain/accounts/address';
import type { AccountType } from '~/domain/accounts/fields';

/**
 * The type of a new task follows the account that is chosen, until somebody chooses the type.
 * @param first what the form began with; null where a type has been chosen before.
 */
export function useSuggestedType(form: RefObject<HTMLFormElement>, first: string | null) {
  const untouched = useRef(first);
  const isSuggesting = useRef(false);
  return {
    onChange: () => {
      if (!isSuggesting.current) untouched.current = null;
    },
    suggestFor: (accountType: AccountType) => {
      const radios = [...(form.current?.querySelectorAll<HTMLInputElement>('input[name="type"]') ?? [])];
      const now = radios.find(({ checked }) => checked)?.value;
      const type = suggestedType(now, untouched.current, accountType);
      if (!type) return;
      untouched.current = type;
      isSuggesting.current = true;
      radios.find(({ value }) => value === type)?.click();
      isSuggesting.current = false;
    },
  };
}
