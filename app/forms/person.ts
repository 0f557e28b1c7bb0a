/** The signed-in person, as the owner of data that the browser keeps. */
import { createContext, useContext } from 'react';

/** The id of the signed-in user, who owns the drafts; null if no one is signed in. */
export const Person = createContext<number | null>(null);
export const usePerson = () => useContext(Person);
