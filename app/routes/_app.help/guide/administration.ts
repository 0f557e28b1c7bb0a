import type { Section } from './blocks';

export const administration: Section = {
  id: 'administration',
  title: 'Administration',
  intro: 'For admins: the people, the places, and the programs that connect to this one.',
  topics: [
    {
      id: 'users',
      title: 'Create and change users',
      blocks: [
        {
          steps: [
            'Under **Settings**, choose **User Management**, then **Create New User**.',
            'Fill in name, username and a password of 8 characters or more. Email and phone may be left out; dispatchers see the phone number in the driver’s list.',
            'Choose the roles: a **driver** works through stops, a **dispatcher** plans them, an **admin** may do everything. One person may have several roles.',
            'Choose the dealerships. The first one is home: routes begin there, and a new task of somebody whose home it is goes to its first driver.',
          ],
        },
        {
          text: 'For a **driver** there is a shorter way: **Add Driver** takes a name and a phone number or an email address. It shows a link and a QR code, once. Let the driver scan the code or send the link: it signs the phone in and asks for a password. It works once, within 24 hours. **Sign-in Link** at the person’s row makes a new one.',
        },
        {
          text: '**Edit** changes name, email and phone; roles and dealerships have buttons of their own. The username stays. Other roles end the person’s sessions: they sign in again. Making or restoring an **admin** asks for your own password.',
        },
        {
          text: 'People who registered themselves are drivers without dealerships, and are marked **new** wherever drivers are listed. Look at them in **User Management**, and press **Reviewed** when they belong to your network. Their dealerships are given by an admin, not by a dispatcher. A name with invisible characters is refused: type it anew.',
        },
      ],
    },
    {
      id: 'passwords',
      title: 'Somebody has forgotten the password',
      blocks: [
        {
          steps: [
            'In **User Management**, choose **Reset Password** at the person’s row.',
            'Leave the field empty for a temporary password, or type one.',
            'Copy the temporary password: it is shown only once. The person signs in with it and has to choose a new one before anything else.',
          ],
        },
        {
          text: 'A reset ends the person’s sessions, and revokes their API tokens unless you untick the box. Their route disappears from the phone as soon as it reaches the server; what waits to be sent stays. Resetting another admin’s password asks for your own. Your own password is changed under **Settings**, **Change Password**.',
        },
        {
          text: 'When no admin can sign in any more, the operator runs **npm run admin:reset -- USERNAME** on the server.',
        },
      ],
    },
    {
      id: 'deleting-users',
      title: 'Delete and restore users',
      blocks: [
        {
          text: 'Deleting a user ends their sessions and makes their open tasks unassigned; the dialog says how many. What they completed keeps their name. **Restore** brings a deleted user back. Nobody deletes themselves, and the last admin stays.',
        },
        {
          text: '**Remove personal data as well** in that dialog, or **Remove Personal Data** at a deleted user, replaces the name by a number such as “Former driver 12”, and removes username, email and phone, also from the audit log. It asks for your own password and can’t be undone.',
        },
      ],
    },
    {
      id: 'dealerships',
      title: 'Dealership locations',
      blocks: [
        {
          text: 'Under **Dealership Location Management**, fill in the display name and the address of each dealership. They are where routes begin and where the map opens, and dispatchers find them among the suggestions of the task form. State is 2 characters.',
        },
        {
          text: '**Add Dealership**, **Rename** and **Retire** change the list. A new name appears everywhere, also in the history. A retired dealership stays with its users and tasks, and is not offered for anything new; **Restore** brings it back.',
        },
      ],
    },
    {
      id: 'tokens-and-webhooks',
      title: 'API tokens and webhooks',
      blocks: [
        {
          text: 'An **API token** lets a script act for its user. Making one asks for your password; it may have a day on which it ends. **API Tokens** under **Admin Management** lists everybody’s; revoke those that are lost or not needed. A token can’t reset passwords, and can’t make or change admins.',
        },
        {
          text: 'A **webhook** tells another program of tasks that are created, changed and completed. Each delivery is listed with its answer and can be sent again. After a backup was restored, webhooks are off until you turn them on: a copy for trying things out must not call the real programs. What was waiting to be sent then is listed as not sent; send it again by hand where it is needed.',
        },
      ],
    },
    {
      id: 'audit-log',
      title: 'Find out who did what',
      blocks: [
        {
          text: 'The **Audit Log** has every act of administration with what was there before and after, and for 90 days every sign-in, failed or not: who, when, and from which address. **Export CSV** downloads it. What happened to a task stands in the task itself, under **Activity**.',
        },
      ],
    },
    {
      id: 'retention',
      title: 'Keep data no longer than needed',
      blocks: [
        {
          steps: [
            'Under **Settings**, choose **Retention**.',
            'Choose for each kind how long it is kept. Without a choice it is kept forever.',
            'Press **Preview** and read how much would be deleted. Nothing has been deleted yet.',
            'Type your own password and press **Delete and Save**.',
          ],
        },
        {
          text: 'Older data is deleted within the hour, and from then on every hour. It can’t be restored, except from a backup. Proofs say “deleted after” where something may have been. The **Audit Log** has an entry with the counts.',
        },
      ],
    },
    {
      id: 'backups',
      title: 'Back up the database',
      blocks: [
        {
          text: 'Under **Settings**, **Backups**, choose a time of day and how many files are kept. **Back Up Now** makes one at once. The files are on the server, in the folder that the page names; the operator copies them to another machine and restores them. A failed backup is shown there and in **System Information**.',
        },
      ],
    },
    {
      id: 'system-information',
      title: 'Is everything well?',
      blocks: [
        {
          text: '**System Information** under **Settings** names the version, the instances, the size of the database, the last backup, the services that answer for maps, addresses and routes, and address lookups that wait or were given up. The small plots show the last hour. A warning of demo accounts at the top of a page means that anybody who reaches this address can sign in with a password from the README: reset those passwords or delete the accounts.',
        },
      ],
    },
  ],
};
