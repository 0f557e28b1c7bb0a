import type { Section } from './blocks';
import { historyTopics } from './history';
import { liveTopics } from './today';

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
            '**Estimated from distance** means there are no road times for those stops yet. It stands once, above the list; names behind it are the drivers it is said of.',
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
            'Press **Plan the Day** above the list of drivers. Choose the drivers, and press **Plan**. The page says about how long that takes.',
            'To leave tasks out, open **Choose tasks** and take their ticks away. To have an answer sooner, press **Take What Is Found** while it plans.',
            'There are four answers: **Insert only** keeps every list and adds what is unassigned, **Order only** puts each list into a better order, **Few moves** gives a task to another driver only where that saves much, **Free** looks for the least time.',
            'Choose one. Each driver has a bar for now and one for the plan: a numbered box is a stop, a hollow one is new in this list, a red one with **!** is late.',
            'The map shows the same routes: choose **Now** or **Plan** above it, and **on map** below a driver’s name to see that route alone.',
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
    ...liveTopics,
    ...historyTopics,
  ],
};
