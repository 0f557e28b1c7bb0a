/** Takes the chosen files out of a form: what is left of it can be checked, kept and sent back like any other. */
export function takePhotos(form: FormData): File[] {
  const files = form.getAll('photos').filter((each): each is File => each instanceof File && each.size > 0);
  form.delete('photos');
  return files;
}

export const bytesOfFiles = (files: File[]): Promise<Buffer[]> =>
  Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer())));
