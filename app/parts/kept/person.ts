import { createContext, useContext } from 'react';

/** Whose page this is: what is typed into it is kept for them alone. Null where nobody is signed in. */
export const Person = createContext<number | null>(null);
export const usePerson = () => useContext(Person);
