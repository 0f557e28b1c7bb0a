/** @returns for example `Chrome on Android` */
export function deviceName(userAgent: string | null): string {
  const find = (names: [RegExp, string][]) => names.find(([known]) => known.test(userAgent ?? ''))?.[1];
  const browser = find([
    [/Edg/, 'Edge'],
    [/Firefox|FxiOS/, 'Firefox'],
    [/Chrome|CriOS/, 'Chrome'],
    [/Safari/, 'Safari'],
  ]);
  const system = find([
    [/Android/, 'Android'],
    [/iPhone|iPad/, 'iOS'],
    [/Windows/, 'Windows'],
    [/Mac OS/, 'macOS'],
    [/Linux/, 'Linux'],
  ]);
  return [browser ?? 'Browser', ...(system ? [system] : [])].join(' on ');
}
