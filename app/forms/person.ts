/** Who is signed in, for what a browser keeps of that person. */
import { createContext, useContext } from 'react';

/** The id of the signed-in user, whose drafts these are; null where nobody is signed in. */
export const Person = createContext<number | null>(null);
export const usePerson = () => useContext(Person);
