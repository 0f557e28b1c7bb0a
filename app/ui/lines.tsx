/** A text of several lines, each as a separate element. */
export function Lines({ text }: { text: string | undefined }) {
  const lines = text?.split('\n') ?? [];
  return lines.length < 2 ? text : lines.map((line) => <div key={line}>{line}</div>);
}
