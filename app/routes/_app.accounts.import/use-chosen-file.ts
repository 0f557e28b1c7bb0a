import { useRef, useState, type DragEvent } from 'react';
import { lookAt, type Looked } from './read-preview';

/** The chosen or dropped file, and what it looks like. */
export function useChosenFile() {
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef<File | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [looked, setLooked] = useState<Looked | null>(null);
  const [isOver, setOver] = useState(false);

  const choose = async (chosen: File | null) => {
    latest.current = chosen;
    setFile(chosen);
    setLooked(null);
    const found = chosen && (await lookAt(chosen));
    if (latest.current === chosen) setLooked(found);
  };
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => {
      setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const [dropped] = event.dataTransfer.files;
      if (!dropped || !input.current) return;
      const files = new DataTransfer();
      files.items.add(dropped);
      input.current.files = files.files;
      void choose(dropped);
    },
  };
  return { input, file, looked, isOver, choose, drop };
}
