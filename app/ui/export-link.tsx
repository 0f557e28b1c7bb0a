import { buttonLook } from './button';
import { download } from './icon.css';
import { useToast } from './toast';

type Props = { to: string; size?: 'form' | 'dense' };

/** Downloads a CSV file. The server sends it while it makes it, so the browser shows how much has come. */
export function ExportLink({ to, size }: Props) {
  const show = useToast();
  const tell = () => {
    show({ title: 'The export has started. You can leave this page.' });
  };
  return (
    <a href={to} download onClick={tell} {...buttonLook({ ...(size && { size }) })}>
      <span aria-hidden="true" className={download} />
      Export CSV
    </a>
  );
}
