import type { Topic } from './blocks';

/** Topics about users and their roles. */
export const peopleTopics: Topic[] = [
  {
    id: 'add-driver',
    title: 'How do I add a driver?',
    blocks: [
      {
        steps: [
          'Under **Settings**, choose **User Management**, then **Add Driver**.',
          'Enter the name and a phone number or an email address, and check the dealerships. **Start location** is where the driver’s routes start.',
          'Press **Add Driver**. A link and a QR code are shown, once.',
          'Have the driver scan the code or send them the link. It signs the phone in and asks for a password.',
        ],
      },
      {
        text: 'The link works once, within 24 hours. To create a new one, choose **Sign-in Link** in the driver’s row.',
      },
    ],
  },
  {
    id: 'users',
    title: 'How do I add or change other users?',
    blocks: [
      {
        steps: [
          'In **User Management**, choose **Create New User**.',
          'Enter name, username and a password of 8 characters or more. Email and phone are optional; dispatchers see a driver’s phone number.',
          'Choose the roles. A **driver** works through stops, a **dispatcher** plans them, and an **admin** can do everything. A person can have several roles.',
          'Choose the dealerships and the **Start location**. A new task created by someone with that start location goes to its first driver.',
          'Press **Create User**.',
        ],
      },
      {
        text: '**Edit** in the person’s row changes name, email and phone; beside roles and dealerships there is an **Edit** for each of them. The username can’t be changed. **Vehicle** in a driver’s row is for vehicle, capacity and skills; all of them may stay empty. When roles change, the person must sign in again. Creating, making or restoring an **admin** requires your own password.',
      },
    ],
  },
  {
    id: 'new-people',
    title: 'What does “New” beside a name mean?',
    blocks: [
      {
        steps: [
          'The person registered on the sign-in page and is a driver without dealerships. Check in **User Management** whether they belong to your network.',
          'If so, press **Reviewed** and assign their dealerships. If not, press **Delete**.',
        ],
      },
    ],
  },
  {
    id: 'passwords',
    title: 'What if someone forgets a password?',
    blocks: [
      {
        steps: [
          'In **User Management**, choose **Reset Password** in the person’s row.',
          'Leave the field empty for a temporary password, or type one, and press **Reset Password**.',
          'Copy the temporary password. It is shown only once. The person signs in with it and must choose a new one.',
        ],
      },
      {
        text: 'A reset signs the person out everywhere and revokes their API tokens unless you clear the box. What is waiting to send on their phone stays there. Resetting another admin’s password requires your own. To change your own password, use **Settings**, **Change Password**; that revokes your API tokens too, unless you clear the box.',
      },
      {
        text: 'If no admin can sign in, the operator runs **npm run admin:reset -- USERNAME** on the server.',
      },
    ],
  },
  {
    id: 'deleting-users',
    title: 'How do I delete or restore a user?',
    blocks: [
      {
        steps: [
          'In **User Management**, choose **Delete** in the person’s row. The dialog says how many open tasks become unassigned.',
          'To bring the user back, check **Show deactivated**, press **Apply**, and choose **Restore**.',
        ],
      },
      {
        text: 'Completed tasks keep the person’s name. To remove it, choose **Remove personal data as well** in that dialog, or **Remove Personal Data** for a deleted user: a number such as “Former driver 12” replaces the name, and username, email and phone are removed, also from the audit log. This requires your own password and can’t be undone. You can’t delete yourself or the last admin.',
      },
    ],
  },
];
