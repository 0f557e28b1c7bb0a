/** The page of the user guides. */
import { part } from '~/words/words';

export const guide = part('words:guide', ({ plural }) => ({
  title: 'User Guides · Parts Dispatch',
  heading: 'User Guides',
  noMatch: (query: string) => `No topics match “${query}”`,
  searchLabel: 'Search the guides',
  search: 'Search',
  found: (count: number) => `${count} ${plural(count, { one: 'topic', other: 'topics' })} found`,
  print: 'Print view',
  back: 'Back to the guides',
}));

type Block =
  | { text: string }
  | { steps: string[] }
  | { list: string[] }
  | { picture: { file: 'driver.webp'; alt: string } };
export type Section = {
  id: string;
  title: string;
  intro: string;
  topics: { id: string; title: string; blocks: Block[] }[];
};
/** The guide for drivers. Those of the office are in English, beside their page. */
export const driversGuide = part('words:driversGuide', (): { section: Section } => ({
  section: {
    id: 'drivers',
    title: 'Driver Status & Routing',
    intro: 'For drivers: your day on the road. Dispatchers can look up here what a driver sees.',
    topics: [
      {
        id: 'first-sign-in',
        title: 'How do I sign in for the first time?',
        blocks: [
          {
            steps: [
              'Open the sign-in link you were sent, or scan the QR code with your phone’s camera. The link works once, within 24 hours.',
              'Tap **Sign In**, choose a password of 8 characters or more, and tap **Save and continue**.',
            ],
          },
          {
            text: 'Did an admin give you a username and a password? Open the address of your company’s Parts Dispatch in your phone’s browser and sign in with them. A temporary password must be replaced before you can do anything else. Common passwords and your own username are not accepted.',
          },
          {
            text: 'Leave **Remember me** checked on your own phone. You stay signed in for 30 days, as long as you use the app at least once a week. If you forget your password, ask an admin to reset it.',
          },
          {
            text: 'If the sign-in page offers **Register**, you can create your own user. The office sees you marked **new** until an admin has reviewed you and assigned your dealerships.',
          },
        ],
      },
      {
        id: 'home-screen',
        title: 'How do I put it on my home screen?',
        blocks: [
          {
            list: [
              '**Android, Chrome**: open the menu with the three dots, then **Add to Home screen**.',
              '**iPhone, Safari**: tap **Share**, then **Add to Home Screen**.',
            ],
          },
          {
            text: 'It then opens like an app, even without a connection. This requires an address that starts with https.',
          },
        ],
      },
      {
        id: 'stops',
        title: 'How do I go to a stop and complete it?',
        blocks: [
          {
            steps: [
              'The card at the top is your next stop. Tap **Going** at the bottom of the screen when you leave for it.',
              'Tap **Navigate** to open the address in your maps app, or **Call** to call ahead.',
              'When you are done, tap **Complete**. If the stop has a delivery, hand your phone to the customer to sign. **Clear** erases the signature.',
              'Enter the customer’s name under **Received by**. If the customer can’t draw, use **Type the name instead**.',
              'To add photos, tap **Take photo** above the signature before you tap **Complete** below it.',
            ],
          },
          {
            picture: {
              file: 'driver.webp',
              alt: 'A driver’s phone: the progress of the route, the stop under way with Navigate and Call, the next stops with their times, and the button Complete at the bottom',
            },
          },
          {
            list: [
              'Tasks with the same location and address are one stop, with one signature. Only one stop can be under way at a time.',
              'To go to another stop first, tap its line below the card. It opens with its notes and all its buttons.',
              'Tapped **Going** by mistake? Tap **Problem?**, then **Not going yet**.',
            ],
          },
        ],
      },
      {
        id: 'could-not-complete',
        title: 'What if I can’t complete a stop?',
        blocks: [
          {
            steps: [
              'Tap **Problem?**, then **Could not complete**.',
              'Choose the reason. Add a note or a photo if it helps.',
              'Tap **Report**. The tasks leave your route and go on **Hold**. Your dispatcher sees them right away and plans them again.',
            ],
          },
        ],
      },
      {
        id: 'mistaken-complete',
        title: 'What if I tapped Complete by mistake?',
        blocks: [
          {
            text: 'Tap **Undo** at the bottom of the page within 10 seconds. This works without a connection, too. After that, call your dispatcher, who can reopen a completed task.',
          },
        ],
      },
      {
        id: 'call-dispatcher',
        title: 'How do I call my dispatcher?',
        blocks: [
          {
            text: 'Tap **Account** at the top, then **Call dispatcher**. If it isn’t there, your office has not entered a number.',
          },
        ],
      },
      {
        id: 'office-changes',
        title: 'What if the office changes my stop?',
        blocks: [
          {
            text: 'A notice above your next stop says which stop changed, and how: a new address, new notes, taken off your route and by whom, moved to your next route, or ready to pick up. It stays until you tap **OK**; what the office takes back goes away by itself. For urgent tasks, and for changes to the stop you are going to, the phone also vibrates.',
          },
          {
            list: [
              'A task added to the stop under way becomes part of it. **Complete** asks once whether to include it.',
              'If the office completes or deletes a task while your customer is signing, the drawing stays, and you see who did what. A completed delivery without a signature can still get yours.',
            ],
          },
        ],
      },
      {
        id: 'offline',
        title: 'What if I have no connection?',
        blocks: [
          {
            list: [
              'Keep working as usual. Everything you do, with signatures and photos, stays on your phone as **Waiting to send**.',
              'When you’re back online, it is sent automatically, in the same order. A stop counts from the moment you tapped, not from when it was sent.',
              'If something is not accepted, for example because a dispatcher changed the task, the app says what it was and keeps it, with its signature, until you decide what to do.',
              'Don’t log out or clear the browser’s data while something is waiting to send. Logging out asks first, and then deletes it.',
              'Get online within 7 days. Anything older is refused.',
              'If your session ends, sign in again. What you have not sent stays on your phone, and only you can send it.',
              'A photo can have up to 25 megapixels. The phone usually makes it smaller; if it is still too large, choose a smaller size in your camera’s settings.',
            ],
          },
        ],
      },
      {
        id: 'location',
        title: 'How do I share my location?',
        blocks: [
          {
            steps: [
              'Open **Location** in the account menu and press **Share While I Have Stops**. **Don’t Share** ends it at once. Nothing is stored off duty.',
              'While your route is open on the phone, it sends your position, also with each tap; without a connection later.',
              'For a phone that sleeps, choose a free app under **Tracker apps** and press **Add Tracker App**. Open the link on the phone or scan the code.',
            ],
          },
          {
            text: 'The page shows your trail of today on a map, with your stops, and after how many days it is deleted.',
          },
        ],
      },
      {
        id: 'end-route',
        title: 'How do I end my route and start the next one?',
        blocks: [
          {
            steps: [
              'When no active stop is left, tap **End Route**. Your completed tasks are archived, and the tasks under **Next Route** become **Pending**.',
              'If you have nothing to end and tasks are waiting for the next route, tap **Start next route**. It only makes them **Pending**.',
            ],
          },
        ],
      },
      {
        id: 'driver-order',
        title: 'How do I change the order of my stops?',
        blocks: [
          {
            steps: [
              'Tap **Edit Order**.',
              'Drag a stop by its handle, or use the buttons to move it up, down or to the top. Each change is saved right away.',
              'Tap **Done**.',
            ],
          },
          {
            text: 'Only stops that are **Pending** can be moved. The stop under way always comes first, and a new urgent task goes right behind it. If the office changes the order at the same time, both changes are kept, and a message says who changed what.',
          },
        ],
      },
      {
        id: 'optimization',
        title: 'How do I get a suggested route?',
        blocks: [
          {
            steps: [
              'Tap **Suggest Route** beside **Edit Order**; with only one task it is **Show Route**. To include the trip back, open **Route Optimization** below your stops and check **Return to the dealership** first.',
              'Look at the minutes saved, the map, the **Suggested Route Order**, the distance and the time.',
              'Tap **Apply Route Order** to use it. Until then, nothing changes.',
            ],
          },
          {
            text: 'The stop under way stays first, and urgent stops come next. Tasks that are not on the map come last. A suggestion is dropped when your tasks change. **Distance-based** means there are no road times for those stops, and no traffic.',
          },
        ],
      },
      {
        id: 'transfer-driver',
        title: 'What is a transfer?',
        blocks: [
          {
            text: 'With a transfer, one driver hands parts to another. The task says **To** and the name of the driver who takes over. That driver sees the delivery as **Linked**, with a dashed purple border. It becomes **Pending** when the transfer is completed.',
          },
        ],
      },
      {
        id: 'driver-status',
        title: 'What do the driver statuses mean?',
        blocks: [
          {
            list: [
              '**Going**: on the way to a stop.',
              '**Assigned**: has tasks to do, but is not on the way to one yet.',
              '**Returning**: has completed tasks and nothing left to do on this route.',
              '**Inactive**: has no tasks on this route.',
            ],
          },
          { text: 'No one sets this by hand. It follows from the driver’s tasks.' },
        ],
      },
      {
        id: 'notifications',
        title: 'How do I get notifications on my phone?',
        blocks: [
          {
            steps: [
              'On an iPhone or iPad, first choose **Share**, **Add to Home Screen**, and open the page from there.',
              'Tap **Account** at the top, then **Settings**.',
              'Tap **Notifications**, then **Turn On on This Device** and allow it. **Send Test Notification** shows that it works.',
            ],
          },
          {
            text: 'You are notified of urgent, new, changed and removed stops, also while the page is closed. Notifications contain numbers only. They stop when you log out; choose **Remember me** when you sign in, or they stop after half an hour without use.',
          },
        ],
      },
      {
        id: 'own-settings',
        title: 'How do I change my password, text size or phone number?',
        blocks: [
          {
            text: 'Tap **Account** at the top, then **Settings**. **Change Password** is in the list; text size, dark colors and your language are under **Application Preferences**, and your name, email and phone are under **Profile Information**.',
          },
        ],
      },
    ],
  },
}));
