/** One field of the form, as the parts of it need to know it. */
export type FieldState = {
  name: string;
  id: string;
  initialValue: string | undefined;
  errors: string[] | undefined;
};
