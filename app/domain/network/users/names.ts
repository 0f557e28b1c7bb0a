/** The names in lists: people with the same name have the username beside it, and new users are marked. Pure. */
export function disambiguateNames<Person extends { name: string; username: string; isNew?: boolean }>(
  people: Person[],
): Person[] {
  const nameOf = ({ name, username }: Person) => (name || username).toLowerCase();
  const counts = new Map<string, number>();
  for (const person of people) counts.set(nameOf(person), (counts.get(nameOf(person)) ?? 0) + 1);
  return people.map((person) => {
    const isAlone = counts.get(nameOf(person)) === 1;
    const name = isAlone || !person.name ? person.name : `${person.name} (${person.username})`;
    return { ...person, name: person.isNew ? `${name || person.username} (new)` : name };
  });
}
