import type { Section } from './blocks';
import { historyTopics } from './history';

export const tasks: Section = {
  id: 'task-creation',
  title: 'Task Creation',
  intro:
    'For dispatchers: from a phone call to a task in a driver’s list, and what can be done with it later.',
  topics: [
    {
      id: 'new-task',
      title: 'Create a task',
      blocks: [
        {
          steps: [
            'On the **Dashboard**, choose **New Task**, or press **n**.',
            'Choose the type: **Delivery**, **Pickup** or **Transfer**.',
            'Type the beginning of any word of the name under **Location Name**. The first suggestion is marked. **Enter** takes it and moves on to the next field that you have to fill in; **Tab** takes it and goes to the address; **Escape** closes the list and keeps what you typed. The address is filled in, and the usual type as long as you have not chosen one. For a place that is no account, type name and address yourself.',
            'Fill in what the type needs, choose a driver, and press **Create Task**. **Create and add another** opens the next one for the same driver.',
          ],
        },
        {
          picture: {
            file: 'new-task.webp',
            alt: 'The dialog Create New Task with type, location name, address, invoice numbers, status, priority, driver and notes',
            width: 600,
            height: 599,
          },
        },
        {
          text: 'An address that was filled in goes when you change the location; one that you typed stays. **ZIP and state disagree** means that the task is placed by its city: mend the address or move the pin, until then it counts under **Not on the map**. When the same invoice was entered for the same place before, the form says so and links to that task; you can still save.',
        },
        {
          text: 'The driver’s phone shows the task at once. As long as it has not been shown there, the driver’s row says **not seen**.',
        },
      ],
    },
    {
      id: 'task-types',
      title: 'What each type needs',
      blocks: [
        {
          list: [
            '**Delivery**: takes parts to a customer. The **invoice number** is required; separate several with commas. The driver gets a signature when completing it.',
            '**Pickup**: fetches parts from a vendor or a dealership. **Part numbers** are required, separated with commas. A destination account says where the parts go afterwards: the driver reads **Deliver to**.',
            '**Transfer**: hands parts from one driver to another, never to the same one. **Part numbers** are required. With a target driver, a **Linked** delivery for that driver is made by itself. It turns **Pending** when the transfer is completed, and changes with the transfer until then.',
          ],
        },
      ],
    },
    {
      id: 'lifecycle',
      title: 'The life of a task',
      blocks: [
        {
          steps: [
            '**Creation**: somebody enters the task.',
            '**Assignment**: it waits in a driver’s list as **Pending** (to be done on this route), **Next Route** (to be done on the next one) or **Hold** (not yet).',
            '**Going**: the driver is on the way to the stop.',
            '**Completed**: it is done, with the time and, for a delivery, the signature.',
            '**Archived**: it leaves the lists and stands in **History** under the day on which it was completed. Archived tasks can’t be changed any more, only deleted.',
          ],
        },
        {
          text: 'Dispatchers may also reopen a completed task, as long as it is not archived: it is **Pending** again at the end of the route.',
        },
      ],
    },
    {
      id: 'hold',
      title: 'Hold a task until a certain time',
      blocks: [
        {
          text: 'Choose the status **Hold** and fill in **Need By**. At that time the task becomes **Pending** by itself, whether or not anybody has the page open. Without a time it stays on hold until somebody changes it. Tasks that come due soon and have nobody on the way stand under **Need-by at risk** at the top of the dashboard.',
        },
      ],
    },
    {
      id: 'urgent',
      title: 'Urgent tasks',
      blocks: [
        {
          text: 'Choose the priority **Urgent**. An urgent task moves to the front of the driver’s list, behind the stop that the driver is on the way to. It has a red border in every list and an exclamation mark on the map.',
        },
      ],
    },
    {
      id: 'order',
      title: 'Change the order of a route',
      blocks: [
        {
          text: 'Open a driver’s row. You order stops, as the driver does: drag a stop by its handle, type another position over its number, press the arrow keys there, or choose **To top**, **Up** or **Down** in its menu. Each move is saved at once, and **Undo** takes it back. A stop of several tasks opens to show them. To try an order before you save it, choose **Edit Order**, and then **Save Order** or **Cancel**. When nothing is active and tasks wait for the next route, **Start next route** stands there. Only active tasks can be reordered. Tasks on hold, for the next route, linked or completed have no place in the route.',
        },
        {
          text: 'If somebody else orders the same list meanwhile, both orders count: what you moved stands beside the same neighbors as on your screen, and what the other person moved stays where they put it. When the result is not what you saw, the message says so and the list shows it.',
        },
        {
          picture: {
            file: 'edit-order.webp',
            alt: 'A driver’s active tasks in the mode Edit Order, each with a handle and arrows to move it; beside them the other drivers to drag it to',
            width: 860,
            height: 736,
          },
        },
      ],
    },
    {
      id: 'change-undo',
      title: 'Change, move, delete and undo',
      blocks: [
        {
          list: [
            'Click a task to edit it. If a colleague saves the same task first, you see who changed what; where you both changed the same thing, you choose.',
            'Tick several tasks in a driver’s list, or under **Attention**, to move them to another driver, to change their status, or to complete them. Hold Shift and click to tick everything in between. In a wide window you can also drag a stop onto a driver’s row on the board.',
            'The menu at the end of each line holds a stop until a time, makes it urgent, puts it on the next route, plans it again, moves, duplicates or prints it.',
            'After deleting, moving, reordering or changing, **Undo** is offered for a minute.',
            'A form or an order that you close keeps what you typed: the next time it says **Draft restored**, and **Discard** empties it. **Cancel** throws it away at once.',
            'Without a connection a dialog stays open and says so. Press the button again later.',
            'A completed delivery shows its signature, who signed and its photos as soon as you open it.',
            '**Archive Tasks** puts everything that is completed into **History**.',
          ],
        },
      ],
    },
    {
      id: 'not-completed',
      title: 'When a driver could not complete a stop',
      blocks: [
        {
          text: 'Open **Could not complete** at the top of the dashboard. The reason, the note and the photos are at the top of the task, with **Plan again**, **Next route** and the phone numbers. For several tasks, tick them, choose a driver or leave each with its own, and press **Plan again**: they are **Pending** in one step.',
        },
      ],
    },
    {
      id: 'dashboard',
      title: 'Read the dashboard',
      blocks: [
        {
          picture: {
            file: 'dashboard.webp',
            alt: 'The dashboard: what needs attention, a row for every driver with status, current stop and counts, and the map beside it',
            width: 1366,
            height: 670,
          },
        },
        {
          list: [
            'The red links at the top count what needs somebody: **could not complete**, **not on the map**, **need-by at risk** and **unassigned**.',
            'Each row shows where the driver is going and for how long, the progress of the route (completed, of completed and active tasks), and the counts **Pending**, **Next Route**, **Hold** and **Completed**. Red means that something is wrong, such as “2 urgent, oldest 40 min”.',
            'The search box finds tasks by invoice, part number, location, address, account or driver, in the archive as well. The list shows the status of each, its place, number and driver, and since when; nothing has to be opened.',
            '**Filter** narrows the rows by driver, dealership, status or urgent tasks, and shows what is set. **Clear** removes it.',
            'A marker on the map shows the type by its letter: **P**, **D** or **T**; **!** is urgent and **✓** is done. Markers with a dashed border are approximate: open the task or choose **Move Pins** to put them right.',
            'Open a driver’s list and choose **Map**: the map shows their stops with their numbers, in the driver’s color, and those of others in gray. Search and filters apply to the map too.',
            'Choose a marker for its tasks, the driver, and links to the task, its pin and the route. A marker with a count stands for stops that would overlap: choose it to zoom in. **Legend** explains the signs, **Hide completed** leaves out what is done.',
            '**Show Drivers** chooses whose stops the map shows. **Center Map** shows all of them again, and **Clear Routes** removes drawn routes.',
            'A driver who has registered and was not yet looked at by an admin is marked **new**.',
            'The map leaves out of its view what lies far from everything else, such as a task with a wrong ZIP code.',
            '**Live** at the top means that the page has heard from the server within the last minute and changes appear by themselves. **Reconnecting** or **Offline since** means that what you see may be older.',
          ],
        },
      ],
    },
    ...historyTopics,
  ],
};
