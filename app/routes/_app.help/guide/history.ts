import type { Topic } from './blocks';

/** Topics about completed tasks. */
export const historyTopics: Topic[] = [
  {
    id: 'history',
    title: 'How do I find a completed task?',
    blocks: [
      {
        steps: [
          'If you know an invoice, part, customer or driver, type it into the search box at the top of the **Dashboard**.',
          'Otherwise open **History**, choose the day, and search by driver or account.',
          'Open the row to see its details, signature and photos.',
        ],
      },
      {
        text: '**Delete from Archive** removes a task for good. You can **Undo** it for one minute.',
      },
    ],
  },
  {
    id: 'customer-links',
    title: 'How do I show a customer the proof of a delivery?',
    blocks: [
      {
        steps: [
          'Open the task in **History** and choose **Create link**.',
          'Copy the link and send it to the customer. It is shown only once.',
        ],
      },
      {
        text: 'Anyone with the link can see this one delivery, with its signature and photos, for 14 days. For a delivery that is still open, choose **Customer Links** in the task: until it is completed the link shows how many stops are before it, and the customer can send the office a line, which stands under **Needs Attention** and at the top of the task until somebody chooses **Mark as Read**, and on the driver’s phone. **Customer Links** of an account makes a link to all its deliveries of the day. **Revoke** ends the link earlier; so does another location name or account of the task. **Printable proof** shows the same page for printing.',
      },
    ],
  },
  {
    id: 'run-sheets',
    title: 'How do I print a run sheet?',
    blocks: [
      {
        text: 'Open a driver’s row and choose **Print run sheet**. It lists the open stops in order, with addresses, phone numbers, notes, and a line for each signature. **All of today** adds what was completed today. **Print** in a stop’s menu prints only that stop.',
      },
    ],
  },
  {
    id: 'day-sheets',
    title: 'How do I print day sheets?',
    blocks: [
      {
        text: 'Open **History** and choose **Day Sheets**. There is one sheet for each driver, with all archived tasks completed on that day.',
      },
    ],
  },
  {
    id: 'reports',
    title: 'How do I get a report or an export?',
    blocks: [
      {
        steps: [
          'Open **History** and choose **Report and Export**.',
          'Choose the days, at most 366, and a driver if you like, and press **Show**.',
          '**Show as table** shows the figures behind each chart. **Export CSV** downloads the tasks for a spreadsheet.',
        ],
      },
      {
        text: 'The report counts tasks per driver and per day, the time from **Going** to **Completed**, and how many were on time: completed no later than **Need By**. Tasks without a **Need By** don’t count as on time or late.',
      },
      {
        text: '**Arrival times** at the end of the report says how right the expected times were, at stops where a driver’s position told of the arrival. Choose a driver for theirs.',
      },
    ],
  },
];
