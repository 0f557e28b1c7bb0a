/** The toast itself; loaded when the first one is shown. */
import * as Toast from '@radix-ui/react-toast';
import type { ToastMessage } from './toast';
import * as css from './toast.css';

const STAYS_MS = 5_000;
const SWIPE_PX = 50;

export default function ToastView({ message, onClose }: { message: ToastMessage; onClose: () => void }) {
  const { title, description, tone = 'default' } = message;
  return (
    <Toast.Provider duration={STAYS_MS} swipeDirection="right" swipeThreshold={SWIPE_PX} label="Notification">
      <Toast.Root
        className={css.tone[tone]}
        type={tone === 'destructive' ? 'foreground' : 'background'}
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
      >
        <div>
          <Toast.Title className={css.title}>{title}</Toast.Title>
          {description && <Toast.Description>{description}</Toast.Description>}
        </div>
        <Toast.Close className={css.close} aria-label="Dismiss">
          ×
        </Toast.Close>
      </Toast.Root>
      <Toast.Viewport className={css.viewport} hotkey={['F8']} />
    </Toast.Provider>
  );
}
