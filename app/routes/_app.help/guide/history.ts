import type { Topic } from './blocks';

/** What the office does with completed tasks. */
export const historyTopics: Topic[] = [
  {
    id: 'history',
    title: 'Find completed tasks',
    blocks: [
      {
        text: '**History** shows the archived tasks of one day. Choose the day, search by driver or account, and open a row for its details, its signature and its photos. **Delete from Archive** removes a task for good, after a minute in which **Undo** brings it back.',
      },
    ],
  },
  {
    id: 'day-sheets',
    title: 'Print day sheets',
    blocks: [
      {
        text: '**History**, then **Day Sheets**, shows a sheet for each driver with everything that was completed on that day and is archived. Print it from there; paper has neither header nor buttons.',
      },
    ],
  },
  {
    id: 'run-sheets',
    title: 'Print a run sheet',
    blocks: [
      {
        text: 'Open a driver’s row and choose **Print run sheet**. It has the open stops in order, with addresses, phone numbers, notes, and a line for each signature. **All of today** also has what was completed today. The menu of a stop prints that stop alone.',
      },
    ],
  },
  {
    id: 'reports',
    title: 'Reports and exports',
    blocks: [
      {
        text: '**History**, then **Report and Export**, adds up at most 366 days: tasks per driver and per day, the time from **Going** to **Completed**, and how many were on time. **Show as table** has the figures behind each chart. **Export CSV** downloads the tasks themselves for a spreadsheet.',
      },
      {
        text: 'A task is on time when it was completed no later than its **Need By**. Tasks without one are not counted there.',
      },
    ],
  },
  {
    id: 'customer-links',
    title: 'Show a customer the proof of a delivery',
    blocks: [
      {
        text: 'Open the task in **History** and choose **Create link**. Copy the link and send it to the customer. It shows this one delivery with its signature and photos, without signing in, and ends after 14 days. The link is shown only once; **Revoke** ends it early.',
      },
    ],
  },
];
