export function seedDemo(_timeZone: string): Promise<boolean> {
  return Promise.resolve(false);
}
