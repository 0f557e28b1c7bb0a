import type { Section } from './blocks';

export const drivers: Section = {
  id: 'drivers',
  title: 'Driver Status & Routing',
  intro: 'For drivers: a day on the road. For dispatchers: what a driver’s status means.',
  topics: [
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
            'Press **Going** on the stop that you drive to. Tasks at the same place are one stop. Only one stop is under way at a time.',
            'Tap the address to open it in your maps.',
            'Press **Complete** when you are done. With a delivery among the tasks, a signature is asked for: hand the phone over, let the customer sign in the box and write the name. **Clear** starts anew.',
            'Set out by mistake? **Not going yet** puts the stop back.',
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
      id: 'could-not-complete',
      title: 'When a stop can’t be completed',
      blocks: [
        {
          text: 'Press **Could not complete**, choose the reason and take a photo if it helps. The tasks leave your route, go on **Hold**, and stand at the top of the dispatcher’s dashboard until they are planned again.',
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
            'If something is refused, because a dispatcher has changed the task meanwhile for example, the app shows what it was and what to do about it. Nothing is thrown away silently.',
            'Do not sign out or clear the browser’s data while something is waiting to send.',
          ],
        },
      ],
    },
    {
      id: 'end-route',
      title: 'End the route',
      blocks: [
        {
          text: 'When nothing active is left, press **End Route**. Your completed tasks are archived, and the tasks for the next route become **Pending**.',
        },
      ],
    },
    {
      id: 'driver-order',
      title: 'The order of your stops',
      blocks: [
        {
          text: 'Your stops stand in the order of the route; what is under way comes first and urgent tasks follow. **Edit Order** lets you drag stops or move them with buttons. Only active tasks can be reordered.',
        },
      ],
    },
    {
      id: 'optimization',
      title: 'Let the app suggest a route',
      blocks: [
        {
          steps: [
            'Under **Route Optimization**, press **Suggest Route**; with a single task it is **Show Route**.',
            'Look at the **Suggested Route Order**, the distance, the time, and the minutes that it saves.',
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
