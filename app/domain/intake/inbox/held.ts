/** A person has to decide. The message is the question. */
export class Held extends Error {
  constructor(
    message: string,
    /** The task that the document is about. */
    readonly taskId: number | null = null,
  ) {
    super(message);
  }
}
