import type { Section } from './blocks';

export const drivers: Section = {
  id: 'drivers',
  title: 'Driver Status & Routing',
  intro: 'For drivers: a day on the road. For dispatchers: what a driver’s status means.',
  topics: [
    {
      id: 'first-sign-in',
      title: 'Sign in for the first time',
      blocks: [
        {
          steps: [
            'Open the address of your company’s Parts Dispatch in the phone’s browser.',
            'Sign in with the username and the password that an admin gave you. A temporary password has to be replaced at once: choose one of 8 characters or more. Common passwords and your username are refused, and no other page opens before.',
            'Leave **Remember me** ticked on your own phone. You stay signed in for 30 days, as long as you use it once a week.',
          ],
        },
        {
          text: 'Where registration is open, you can make your own user under **Register as a driver**. The office sees you marked **new** until an admin has looked at you and given you your dealerships. Forgotten the password? An admin resets it.',
        },
      ],
    },
    {
      id: 'home-screen',
      title: 'Put it on the home screen',
      blocks: [
        {
          list: [
            '**Android, Chrome**: open the menu with the three dots, then **Add to Home screen**.',
            '**iPhone, Safari**: tap **Share**, then **Add to Home Screen**.',
          ],
        },
        {
          text: 'It then opens like an app, also without a connection. That needs an address that begins with https.',
        },
      ],
    },
    {
      id: 'driver-status',
      title: 'What a driver’s status means',
      blocks: [
        {
          list: [
            '**Going**: on the way to a stop.',
            '**Assigned**: has tasks to do and has not set out for one of them.',
            '**Returning**: has completed tasks and nothing left to do on this route.',
            '**Inactive**: has no tasks on this route.',
          ],
        },
        { text: 'Nobody has to set this: it follows from the driver’s tasks.' },
      ],
    },
    {
      id: 'stops',
      title: 'Go to a stop and complete it',
      blocks: [
        {
          steps: [
            'The card at the top is your next stop. Press **Going** at the bottom of the screen when you drive there. Tasks with the same location and address are one stop. Only one stop is under way at a time.',
            'The other stops are lines below it. Tap one to see its notes and everything else, and to go there first.',
            'Press **Navigate** to open the address in your maps, and **Call** to call the place.',
            'Press **Complete** when you are done. With a delivery among the tasks, a signature is asked for: hand the phone over and let the customer sign in the box. **Clear** starts again.',
            'Write the customer’s name under **Received by**. A customer who can’t draw types the full name under **Type the name instead**.',
            'To add pictures, press **Take photo** before you complete the stop.',
            'Set out by mistake? Press **Problem?**, then **Not going yet**: that puts the stop back.',
          ],
        },
        {
          picture: {
            file: 'driver.webp',
            alt: 'A driver’s phone: counts of Next Route and Hold, the tabs, and the stop under way with the button Complete',
            width: 390,
            height: 790,
          },
        },
      ],
    },
    {
      id: 'mistaken-complete',
      title: 'Completed by mistake',
      blocks: [
        {
          text: 'After **Complete**, **Undo** stands at the bottom of the page for 10 seconds, also without a connection. Later, call your dispatcher: a completed task can be reopened until it is archived.',
        },
      ],
    },
    {
      id: 'office-changes',
      title: 'When the office changes your stop',
      blocks: [
        {
          text: 'A notice at the top says what has changed: a new address, new notes, a stop that was taken off your route and by whom, a task that is ready to pick up. It stays until you close it. Urgent tasks, and changes to the stop that you are on the way to, also make the phone vibrate.',
        },
        {
          list: [
            'A task that is added to the stop under way is part of it: **Complete** asks once whether to include it.',
            'If the office completes or deletes a task while your customer signs, the dialog and the drawing stay, and it says who did what. A completed delivery without a signature can still get yours.',
          ],
        },
      ],
    },
    {
      id: 'could-not-complete',
      title: 'When a stop can’t be completed',
      blocks: [
        {
          text: 'Press **Problem?**, then **Could not complete**, choose the reason and take a photo if it helps. The tasks leave your route, go on **Hold**, and stand at the top of the dispatcher’s dashboard until they are planned again.',
        },
      ],
    },
    {
      id: 'offline',
      title: 'Without a connection',
      blocks: [
        {
          list: [
            'Go on working: press **Going**, **Complete** and the rest as always. What you do without a connection waits on your phone as **Waiting to send**, with signatures and photos.',
            'When the line is back, it is sent by itself, in the order in which you did it. A stop counts from the moment of your tap, not from the moment of sending.',
            'If something is refused, because a dispatcher has changed the task meanwhile for example, the app shows what it was and keeps it with its signature until you decide what to do.',
            'Do not log out or clear the browser’s data while something is waiting to send. Logging out asks first, and then deletes it.',
            'Send within 7 days: what is older is refused.',
            'If your session ends, sign in again: what you have not sent waits on your phone for you, and for nobody else.',
            'A photo may have up to 25 megapixels. Usually the phone makes it smaller by itself; if the page says that it is too large, choose a smaller size in the camera’s settings.',
          ],
        },
      ],
    },
    {
      id: 'end-route',
      title: 'End the route',
      blocks: [
        {
          text: 'When nothing active is left, press **End Route**. Your completed tasks are archived, and the tasks for the next route become **Pending**. When there is nothing to end and tasks wait for the next route, press **Start next route**.',
        },
      ],
    },
    {
      id: 'driver-order',
      title: 'The order of your stops',
      blocks: [
        {
          text: 'Your stops stand in the order of the route; the stop under way comes first. A new urgent task is put right behind it. **Edit Order** lets you drag stops by their handle, or move them with the buttons up, down and to the top; each change is saved at once. Only stops that are **Pending** can be moved. If the office changes the order at the same time, both changes are kept and a message says who changed what.',
        },
      ],
    },
    {
      id: 'optimization',
      title: 'Let the app suggest a route',
      blocks: [
        {
          steps: [
            'Press **Suggest Route** beside **Edit Order**; with a single task it is **Show Route**. To count the way back as well, open **Route Optimization** at the end of your stops.',
            'Look at the minutes that it saves, the small map, the **Suggested Route Order**, the distance and the time.',
            'Press **Apply Route Order** to take it over. Without that, nothing changes.',
          ],
        },
        {
          text: 'The stop under way stays first, urgent ones come next, and no task is dropped: one whose address is not known goes last and is marked. A suggestion is discarded when your tasks change. **(Distance-based)** means that the times are estimates from distances and know no traffic.',
        },
      ],
    },
    {
      id: 'transfer-driver',
      title: 'Transfers between drivers',
      blocks: [
        {
          text: 'A transfer says **To** and the driver who takes over. For that driver the delivery stands as **Linked** with a dashed purple border, and becomes **Pending** when the transfer is completed.',
        },
      ],
    },
  ],
};
