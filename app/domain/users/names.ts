/** Of people with the same name, each has the user name beside it. Pure. */
export function toldApart<Person extends { name: string; username: string }>(people: Person[]): Person[] {
  const nameOf = ({ name, username }: Person) => (name || username).toLowerCase();
  const counts = new Map<string, number>();
  for (const person of people) counts.set(nameOf(person), (counts.get(nameOf(person)) ?? 0) + 1);
  return people.map((person) => {
    const isAlone = counts.get(nameOf(person)) === 1;
    return isAlone || !person.name ? person : { ...person, name: `${person.name} (${person.username})` };
  });
}
