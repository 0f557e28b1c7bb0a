import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Inline } from '~/ui/layout';
import * as css from './map.css';

/** There is no map; the list of stops stays. */
export function MapTrouble({ message }: { message: string }) {
  return (
    <div className={css.trouble}>
      <Banner tone="error">
        <Inline spread>
          <span>{message}</span>
          <Button
            type="button"
            onClick={() => {
              window.location.reload();
            }}
          >
            Retry
          </Button>
        </Inline>
      </Banner>
    </div>
  );
}
