import type { Topic } from './blocks';

/** Topics about a dispatcher's work while drivers are on the road. */
export const liveTopics: Topic[] = [
  {
    id: 'dashboard',
    title: 'How do I read the dashboard?',
    blocks: [
      {
        picture: {
          file: 'dashboard.webp',
          alt: 'The dashboard: what needs attention, a row for every driver with status, current stop and counts, and the map beside it',
        },
      },
      {
        list: [
          'The links at the top count what needs someone’s attention: **could not complete**, **customer wrote**, **completed for another address**, **not on the map**, **need-by at risk**, **likely late** and **unassigned**.',
          '**Customer wrote** are lines that customers sent from their links: choose **Mark as Read** when you have dealt with one. **Completed for another address** means that the driver’s phone still showed another address at that moment: find out where the parts are, then choose **Mark as Checked**.',
          'Each row shows where the driver is going and for how long, the progress of the route, and how many tasks are **Pending**, **Next Route**, **Hold** and **Completed**. Red means something is wrong, such as “2 urgent, oldest 40 min” or “1 late”. “Until 4:40 PM” beside a name is when the last stop of the route is expected to be done. Drivers marked **New** registered and have not been reviewed by an admin yet.',
          'Type into the search box to find a task by invoice, part number, location, address, account or driver, including archived ones. Spaces and punctuation don’t matter. The list shows its status, location, number and driver, and since when.',
          '**Filter** shows only some rows: by driver, dealership, status or urgent tasks. **Clear** shows all of them again.',
          'A marker on the map shows the type by its letter: **P**, **D** or **T**. **!** is urgent, and **✓** is done. A dashed border means that the location is approximate, known by its ZIP code or its street only: choose **Move Pins** and drag it to the right spot.',
          'Choose a marker to see its tasks, the driver, and links to the task, its pin and the route. A marker with a count stands for several stops close together: choose it to zoom in. **Legend** explains the signs, and **Hide completed** leaves out what is done.',
          'To see one driver’s stops on the map, click the driver’s row and choose **Map**. Their stops are numbered and in the driver’s color; all others are gray. Search and filters apply to the map, too.',
          '**Show Drivers** chooses whose stops the map shows. **Center Map** shows all of them, and **Clear Routes** removes the drawn routes. Stops far from all others, such as one with a wrong ZIP code, may be outside the view.',
          '**Live** at the top means the page shows changes as they happen. **Reconnecting** or **Offline since** means what you see may be out of date.',
        ],
      },
    ],
  },
  {
    id: 'order',
    title: 'How do I change the order of a route?',
    blocks: [
      {
        steps: [
          'Click the driver’s row.',
          'Drag a stop by its handle, type its new position over its number, or choose **To top**, **Up** or **Down** in its menu.',
          'Each move is saved right away. **Undo** takes it back.',
        ],
      },
      {
        text: 'To try out an order before saving it, choose **Edit Order**, then **Save Order** or **Cancel**. Only active tasks can be reordered; tasks that are on hold, for the next route, linked or completed have no position. If nothing is active and tasks wait for the next route, choose **Start next route**.',
      },
      {
        text: 'If someone else changes the same list at the same time, both changes are kept, and a message says what the other person moved.',
      },
      {
        picture: {
          file: 'edit-order.webp',
          alt: 'A driver’s active tasks in the mode Edit Order, each with a handle and arrows to move it; beside them the other drivers to drag it to',
        },
      },
    ],
  },
  {
    id: 'move',
    title: 'How do I give tasks to another driver?',
    blocks: [
      {
        steps: [
          'Click the driver’s row and check the tasks. Hold Shift and click to check everything in between.',
          'At the bottom, choose **Move 3 tasks to…** and the other driver. With nothing checked, the button moves all of the driver’s open tasks.',
        ],
      },
      {
        text: 'In a wide window, you can also drag a stop onto another driver’s row. **Change status…** changes the status of all checked tasks.',
      },
    ],
  },
  {
    id: 'change-undo',
    title: 'How do I change, delete or undo something?',
    blocks: [
      {
        list: [
          'Click a task to edit it. The menu at the end of its line can hold it, make it urgent, put it on the next route, plan it again, move it, duplicate it or print it.',
          'After you delete, move, reorder or change something, **Undo** is offered for one minute.',
          'If a colleague saves the same task first, you see who changed what. Where you both changed the same thing, you choose.',
          'If you close a form, what you typed is kept: the next time it says **Draft restored**, and **Discard** empties it. **Cancel** discards an order right away.',
          'Without a connection, a dialog stays open and says so. Press the button again later.',
          'A completed delivery shows its signature, who signed, and its photos when you open it.',
          '**Archive Tasks** moves everything that is completed to **History**, and names deliveries without a signature first.',
        ],
      },
    ],
  },
  {
    id: 'not-completed',
    title: 'What if a driver could not complete a stop?',
    blocks: [
      {
        steps: [
          'Open **Could not complete** at the top of the dashboard.',
          'Open the task. The reason, the note and the photos are at the top, with the phone numbers.',
          'Choose **Plan again** or **Next route**.',
        ],
      },
      {
        text: 'For several tasks, check them, choose a driver or leave each with its own, and press **Plan again**.',
      },
    ],
  },
  {
    id: 'shifts',
    title: 'How do I plan shifts?',
    blocks: [
      {
        steps: [
          'Open the account menu and choose **Shifts**. A row is a driver, a column a day.',
          'Choose a day and enter hours like 8:00–16:30 or 8a–4:30p, and a break. Without hours there is no shift.',
          'To enter a whole week, choose the driver’s name. **Tab** leads from day to day.',
          '**Copy Last Week** fills the days that are still empty.',
        ],
      },
      {
        text: '**Import from CSV** takes a file with the columns Driver, Date, Start and End. A shift past midnight belongs to the day on which it begins.',
      },
    ],
  },
];
