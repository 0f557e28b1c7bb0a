import type { Section } from './blocks';

export const tasks: Section = {
  id: 'task-creation',
  title: 'Task Creation',
  intro: 'For dispatchers: from a phone call to a completed task, and what to do when something changes.',
  topics: [
    {
      id: 'new-task',
      title: 'How do I create a task?',
      blocks: [
        {
          steps: [
            'On the **Dashboard**, choose **New Task**, or press **n**.',
            'Choose the type: **Delivery**, **Pickup** or **Transfer**.',
            'Under **Location Name**, type the beginning of any word of the account’s name. **Enter** takes the marked suggestion and moves on to the next required field; **Tab** takes it and goes to the address; **Escape** closes the list. For a location that is not an account, type its name and address.',
            'Enter what the type needs, choose a driver, and press **Create Task**. **Create and add another** opens the next task for the same driver.',
          ],
        },
        {
          picture: {
            file: 'new-task.webp',
            alt: 'The dialog Create New Task with type, location name, address, invoice numbers, status, priority, driver and notes',
          },
        },
        {
          list: [
            'Choosing an account fills in its address, and its usual type if you have not chosen one. If you then change the location, the filled-in address goes away; an address you typed stays.',
            'If the ZIP code and state don’t match, the location is based on the city, and the task counts under **Not on the map** until you correct the address or move the pin.',
            'If the same invoice was entered for the same location before, the form says so and links to that task. You can still save.',
            'The task appears on the driver’s phone right away. Until then, the driver’s row says **not seen**.',
          ],
        },
      ],
    },
    {
      id: 'task-types',
      title: 'What does each type of task need?',
      blocks: [
        {
          list: [
            '**Delivery**: brings parts to a customer. An **invoice number** is required; separate several with commas. The driver gets a signature.',
            '**Pickup**: fetches parts from a vendor or dealership. **Part numbers** are required, separated with commas. **Deliver To** is optional and tells the driver where the parts go next.',
            '**Transfer**: hands parts from one driver to another. **Part numbers** and a **Delivery Location Name** are required. If you choose **Transfer To Driver**, that driver gets a **Linked** delivery. It becomes **Pending** when the transfer is completed, and changes with the transfer until then.',
          ],
        },
      ],
    },
    {
      id: 'lifecycle',
      title: 'What happens to a task, from start to finish?',
      blocks: [
        {
          steps: [
            '**Creation**: someone enters the task.',
            '**Assignment**: it waits in a driver’s list as **Pending** (on this route), **Next Route** (on the next one) or **Hold** (not yet).',
            '**Going**: the driver is on the way.',
            '**Completed**: it is done, with the time and, for a delivery, the signature.',
            '**Archived**: it leaves the lists and is in **History**, under the day it was completed. It can’t be changed there; **Take out of the Archive** brings it back.',
          ],
        },
        {
          text: 'Dispatchers can reopen a completed task. If it is archived, take it out of the archive first. It becomes **Pending** again, at the end of the route.',
        },
      ],
    },
    {
      id: 'hold',
      title: 'How do I hold a task until a certain time?',
      blocks: [
        {
          steps: [
            'In the driver’s list, open the menu at the end of the task’s line, choose **Hold until**, and pick a time.',
            'Or open the task, choose the status **Hold**, fill in **Need By**, and press **Update Task**.',
          ],
        },
        {
          text: 'At that time the task becomes **Pending** automatically. Without a time, it stays on hold until someone changes it. Tasks that are due soon with no driver on the way are listed under **Need-by at risk** at the top of the dashboard.',
        },
      ],
    },
    {
      id: 'deliver-by',
      title: 'How do I say when a delivery is due?',
      blocks: [
        {
          text: 'Fill in **Deliver By** in the task’s dialog. A time without a date is today’s. It is shown in lists, on run sheets and on the driver’s phone, and stays whatever the status is.',
        },
        {
          text: 'If a customer always wants parts by the same time, fill in **Deliver By** of the account: new deliveries that go there get it by themselves.',
        },
        {
          text: 'A delivery whose driver is expected five minutes after that time, or later, counts as **late**: in the driver’s row and list, and under **likely late** at the top of the dashboard. The task’s dialog says when the driver arrives, and what that is based on. The driver’s shift and a break with a time are counted.',
        },
      ],
    },
    {
      id: 'needs',
      title: 'What is “More” in a task’s dialog for?',
      blocks: [
        {
          text: 'For what a plan of the day takes into account, where it matters: **Skills Needed** (such as lift gate), **Size** in the units of your vehicles’ capacity, **Minutes at the Stop** where it takes longer or shorter than usual, and **Deliver After** for a customer who opens late. All of it may stay empty. Where it is set, lists, run sheets and the driver’s phone show it, and arrival times count with the minutes.',
        },
      ],
    },
    {
      id: 'candidates',
      title: 'Who should take a task?',
      blocks: [
        {
          steps: [
            'Choose **Who should take this?** in the task’s dialog, beside the task under **Needs Attention**, or in the menu of its line.',
            'Each driver has a line: how many minutes the task adds to the route, its place there, when the driver arrives, and what would be late, or later than it is. The best choice is at the top.',
            'Press **Assign**. The task goes to that driver, at that place. **Undo** takes it back.',
          ],
        },
        {
          list: [
            'The order of the driver’s other stops stays as it is. The stop under way stays first, then what is urgent.',
            '**Distance-based** means there are no road times for those stops yet. It stands once, above the list; names behind it are the drivers it is said of.',
            'On a day with shifts, drivers who have none now are marked **Off duty** and come last.',
            'A task without a location has no times: drivers with the fewest stops come first.',
          ],
        },
      ],
    },
    {
      id: 'plan',
      title: 'How do I plan the day for all drivers?',
      blocks: [
        {
          steps: [
            'Choose **Plan** at the top of the page. Choose the drivers, and press **Plan**. The page says about how long that takes.',
            'To leave tasks out, open **Choose tasks** and take their ticks away. To have an answer sooner, press **Take What Is Found** while it plans.',
            'There are four answers: **Only add** keeps every list and adds what is unassigned, **Reorder** puts each list into a better order, **Few moves** gives a task to another driver only where that saves much, **Best** looks for the least time.',
            'Choose one: each has its figures in one line, below those of now. Each driver whose list changes has a bar for now and one for the plan: a numbered box is a stop, a hollow one is new in this list, a red one with **!** is late.',
            'The map shows the same routes: choose **Now** or **Plan** above it, and **on map** beside a driver’s name to see that route alone.',
            'Take the tick away from drivers whose list shall stay, and press **Apply**. **Undo** takes all of it back.',
          ],
        },
        {
          list: [
            'Stops under way and parts in a vehicle stay with their driver.',
            'A list that has changed since the plan was made stays as it is, and is named.',
            'A driver is sick: open the driver’s list and press **Give Stops to Others**.',
          ],
        },
      ],
    },
    {
      id: 'urgent',
      title: 'How do I make a task urgent?',
      blocks: [
        {
          text: 'Choose **Urgent** in the menu of its line, or the priority **Urgent** in the task. An urgent task moves to the front of the driver’s list, behind the stop the driver is going to. It has a red border in every list and an exclamation mark on the map.',
        },
      ],
    },
    {
      id: 'read-board',
      title: 'How do I read the dashboard?',
      blocks: [
        {
          picture: {
            file: 'board.webp',
            alt: 'The dashboard: what needs attention, a row for every driver with status, current stop and counts, and the map beside it',
          },
        },
        {
          list: [
            'The links at the top count what needs someone’s attention: **could not complete**, **customer wrote**, **completed for another address**, **not on the map**, **need-by at risk**, **likely late** and **unassigned**. Red ones with **!** need somebody now, amber ones with a dot are open work, gray ones are for information.',
            '**Customer wrote** are lines that customers sent from their links: choose **Mark as Read** when you have dealt with one. **Completed for another address** means that the driver’s phone still showed another address at that moment: find out where the parts are, then choose **Mark as Checked**.',
            'Each row shows where the driver is going and for how long, the progress of the route, and how many tasks are **Pending**, **Next Route**, **Hold** and **Completed**. Red means something is wrong, such as “2 urgent, oldest 40 min” or “1 late”. **Done by** is when the last stop of the route is expected to be done; what comes late, and time after the end of the shift, is in red below it. A driver’s color and initials are the same wherever the driver is shown. Drivers marked **New** registered and have not been reviewed by an admin yet.',
            'Type into the search box to find a task by invoice, part number, order number of another system, location, address, account or driver, including archived ones. Spaces and punctuation don’t matter. The list shows its status, location, number and driver, and since when.',
            '**Timeline** at the top shows each driver’s stops by time instead of counts: filled dots are done, the ring in the driver’s color is the stop under way, gray rings are expected, squares are likely late, and **!** is urgent. The line is now. Point at a dot for its name, click it to open the task. **Counts** brings the counts back; the choice stays yours on every device.',
            '**Filter** shows only some rows: by driver, dealership, status or urgent tasks. **Clear** shows all of them again.',
            'A marker on the map shows the type by its letter: **P**, **D** or **T**. **!** is urgent, and **✓** is done. A dashed border means that the location is approximate, known by its ZIP code or its street only: choose **Move Pins** and drag it to the right spot.',
            'Choose a marker to see its tasks, the driver, and links to the task, its pin and the route. A marker with a count stands for several stops close together: choose it to zoom in. **Legend** explains the signs, and **Hide completed** leaves out what is done.',
            'To see one driver’s stops on the map, click the driver’s row: the map is above the list. **Larger Map** and **Hide Map** change its size. Their stops are numbered and in the driver’s color; all others are gray. Search and filters apply to the map, too.',
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
          text: 'To try out an order before saving it, choose **Edit Order**, then **Save Order** or **Cancel**. Only active tasks can be reordered; tasks that are on hold, for the next route, linked or completed have no position. If nothing is active and tasks wait for the next route, choose **Start next route**: they become **Pending**, and what is completed stays.',
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
            'Choose **Shifts** at the top of the page. A row is a driver, a column a day.',
            'Choose a day and enter hours like 8:00 AM–4:30 PM or 8a–4:30p, and a break. Without hours there is no shift.',
            'To enter a whole week, choose the driver’s name. **Tab** leads from day to day.',
            '**Copy Last Week** fills the days that are still empty.',
          ],
        },
        {
          text: '**Import from CSV** takes a file with the columns Driver, Date, Start and End. A shift past midnight belongs to the day on which it begins.',
        },
      ],
    },
    {
      id: 'runs',
      title: 'How do I plan runs?',
      blocks: [
        {
          steps: [
            'Choose **Runs** at the top of the page, then **New Schedule**. Enter its name, dealership and driver.',
            'Enter each departure with its cut-off, such as 10:30 AM and 10:10 AM, and check its weekdays. The cut-off can be on a working day before.',
            'Enter the accounts that the run visits as standing stops, in their order. **Always** means also when there is nothing to do.',
            'Say which tasks join automatically: ship-via codes, a zone as a list of ZIP codes or by its corners, or all that fit nothing else.',
          ],
        },
        {
          text: 'A row of the week is a schedule, a column a day. Choose a day to **skip**, **move** or **add** a departure, or to give it to another driver. Below the week you close days, such as holidays, for all runs.',
        },
        {
          text: 'Runs are made eight days ahead. A changed schedule leaves them as they are, unless you check **Also today’s runs**.',
        },
      ],
    },
    {
      id: 'inbox',
      title: 'How do printed invoices become orders?',
      blocks: [
        {
          text: 'When an admin has added a source, **Inbox** is at the top of the page, with the number of documents that wait. A document that is sure becomes an order by itself. Everything else waits with the reason.',
        },
        {
          steps: [
            'Open a document. Its words are at their places, and beside them what was read.',
            'Is the customer number or its address new? Enter the **Account** and where its goods go. It is remembered, and never asked again. **Customer Numbers** in the account’s dialog has all answers.',
            'Press **Create order** or **Ignore**. The next document opens.',
            'Does it say **Changed after it left**? It names what differs. **Change Task** changes the order and tells the driver, **Make New Task** leaves it as it is and adds another one.',
          ],
        },
        {
          text: 'Keys: **j** opens the next document, **k** the previous one, **Enter** makes the order, **i** ignores the document.',
        },
        {
          text: 'A document of a new layout waits until somebody teaches it. At least five that look alike are needed.',
        },
        {
          steps: [
            'Open one of them and choose **Teach this layout**.',
            'Click the invoice number in the document, then one value after the other: **Next** says which. Another click on the same word takes less of it. You can also choose values in the lists.',
            'The table below shows what this reads in the other documents. Press **Save**: those that are sure become orders when their customer is known.',
          ],
        },
        {
          text: '**New Document** takes a file or a pasted text. The same document twice is one order.',
        },
      ],
    },
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
            'Open the task in **History** and choose **Create Link**.',
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
  ],
};
