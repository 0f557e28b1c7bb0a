import { DEALERSHIPS } from '~/domain/dealerships/names';
import { Errors, HasBox } from '~/ui/field';
import * as css from './choice.css';

type Props = {
  /** The first of them is home. */
  checked: readonly string[];
  home?: string | undefined;
  errors?: string[] | undefined;
};

/** Any of the dealerships, and which of them is home: routes begin there, and new tasks go by it. */
export function DealershipChoice({ checked, home = checked[0], errors }: Props) {
  return (
    <fieldset>
      <legend className={css.legend}>Dealerships</legend>
      <HasBox name="dealerships" />
      <table className={css.dealerships}>
        <thead>
          <tr>
            <th scope="col">Belongs to</th>
            <th scope="col">Home: routes begin there</th>
          </tr>
        </thead>
        <tbody>
          {DEALERSHIPS.map((name) => (
            <tr key={name}>
              <td>
                <label className={css.choice}>
                  <input
                    type="checkbox"
                    name="dealerships"
                    value={name}
                    defaultChecked={checked.includes(name)}
                  />
                  {name}
                </label>
              </td>
              <td>
                <label className={css.choice}>
                  <input
                    type="radio"
                    name="home"
                    value={name}
                    defaultChecked={name === home}
                    aria-label={`${name} is home`}
                  />
                </label>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Errors errors={errors} />
    </fieldset>
  );
}
