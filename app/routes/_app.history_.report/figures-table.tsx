import { Link } from '@remix-run/react';
import { onTimeShare, type Figures } from '~/domain/history/report';
import * as css from './report.css';
import { countWords, minutesWords, shareWords } from './words';

type Props = {
  caption: string;
  /** Of the first column. */
  head: string;
  rows: { key: string; name: string; /** Where there is more of it. */ to: string; figures: Figures }[];
};

/** The figures behind the charts. */
export function FiguresTable({ caption, head, rows }: Props) {
  return (
    <details className={css.details}>
      <summary>Show as table</summary>
      <div className={css.scroll}>
        <table className={css.table}>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {[head, 'Completed', 'With need-by', 'On time', 'On time %', 'Median', 'Mean'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, to, figures }) => (
              <tr key={key}>
                <th scope="row">
                  <Link to={to}>{name}</Link>
                </th>
                <td>{countWords(figures.completed)}</td>
                <td>{countWords(figures.due)}</td>
                <td>{countWords(figures.onTime)}</td>
                <td>{shareWords(onTimeShare(figures))}</td>
                <td>{minutesWords(figures.median)}</td>
                <td>{minutesWords(figures.mean)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
