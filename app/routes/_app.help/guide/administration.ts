import type { Section } from './blocks';

export const administration: Section = {
  id: 'administration',
  title: 'Administration',
  intro: 'For admins: people, dealerships, settings, backups, and programs that connect to Parts Dispatch.',
  topics: [
    {
      id: 'set-up',
      title: 'What do I set up first?',
      blocks: [
        {
          steps: [
            'Enter the dealerships’ addresses under **Settings**, **Dealership Location Management**.',
            'Add drivers and dispatchers under **User Management**.',
            'Add accounts: on **Accounts**, choose **Import CSV** or **Add New Account**. Files of another program go to **Settings**, **Move In**.',
            'Create the first task on the **Dashboard**.',
          ],
        },
        {
          text: 'Until there is a task, the dashboard shows these steps with a check mark for each one that is done.',
        },
      ],
    },
    {
      id: 'move-in',
      title: 'How do I move in from another program?',
      blocks: [
        {
          text: 'Export your drivers, customers, tasks or shifts there as CSV or Excel. The exports of Onfleet and Circuit (Spoke) are recognized; others work as well.',
        },
        {
          steps: [
            'Under **Settings**, choose **Move In** and what the rows are. Begin with users, then accounts, then tasks and shifts.',
            'Choose the file, or paste cells with their header row, and press **Continue**.',
            'Each column is shown with its first values. Say what it is, or **Leave out**, and press **Save and preview**.',
            'Answer which driver or dealership each unknown name is, and press **Save Answers**.',
            'Read what the first rows become, then press **Import**. You can leave the page.',
            'Choose **Download rejected rows**, fix them, and import that file: it knows the columns.',
          ],
        },
        {
          text: 'The same file twice makes nothing twice, so you can repeat an import. Imported users have no password: open each in **User Management** and press **Create Link** under **Sign-in Link**. Tasks that are over are not imported.',
        },
      ],
    },
    {
      id: 'add-driver',
      title: 'How do I add a driver?',
      blocks: [
        {
          steps: [
            'Under **Settings**, choose **User Management**, then **New Driver**.',
            'Enter the name and a phone number or an email address, and check the dealerships. **Start location** is where the driver’s routes start.',
            'Press **Create Driver**. A link and a QR code are shown, once.',
            'Have the driver scan the code or send them the link. It signs the phone in and asks for a password.',
          ],
        },
        {
          text: 'The link works once, within 24 hours. To create a new one, open the driver in **User Management** and press **Create Link** under **Sign-in Link**.',
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
          text: 'A click on the name opens the person’s page: name, phone and email, roles, dealerships, password, sign-in link. The username can’t be changed. **Vehicle and Skills** on a driver’s page is for vehicle, capacity and skills; all of them may stay empty. When roles change, the person must sign in again. Creating, making or restoring an **admin** requires your own password.',
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
            'If so, open the person, press **Reviewed** and assign their dealerships. If not, choose **Delete User**.',
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
            'In **User Management**, open the person and find **Reset Password**.',
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
            'In **User Management**, choose **Delete** beside the person. The dialog says how many open tasks become unassigned.',
            'To bring the user back, check **Show deactivated**, press **Apply**, open the person, and choose **Restore**.',
          ],
        },
        {
          text: 'Completed tasks keep the person’s name. To remove it, choose **Remove personal data as well** in that dialog, or **Remove Personal Data** for a deleted user: a number such as “Former driver 12” replaces the name, and username, email and phone are removed, also from the audit log. This requires your own password and can’t be undone. You can’t delete yourself or the last admin.',
        },
      ],
    },
    {
      id: 'dealerships',
      title: 'How do I add or change dealerships?',
      blocks: [
        {
          steps: [
            'Under **Settings**, choose **Dealership Location Management**.',
            '**Edit** changes the display name and the address. The state has 2 characters. Press **Save**.',
            'To add one, type its name under **New dealership** and press **Create Dealership**.',
            '**Rename** changes the name everywhere, also in the history. **Retire** stops offering a dealership for anything new; its users and tasks keep it. **Restore** brings it back.',
          ],
        },
        {
          text: 'Routes start at these addresses, the map opens around them, and the task form suggests them.',
        },
      ],
    },
    {
      id: 'network-settings',
      title: 'How do I change the network’s name and the dispatcher’s phone number?',
      blocks: [
        {
          list: [
            '**Settings**, **Network**: the network’s name on the sign-in page, and the company’s name on proofs of delivery.',
            '**Settings**, **Dispatcher Phone**: the number that drivers call with **Call dispatcher**. Leave it empty to hide the button.',
          ],
        },
      ],
    },
    {
      id: 'backups',
      title: 'How do I back up the data?',
      blocks: [
        {
          steps: [
            'Under **Settings**, choose **Backups**.',
            'Under **Every day at**, choose a time. Enter the number of **Files to keep** and press **Save Backups**.',
            '**Back Up Now** starts one right away. The list shows whether it worked.',
            'The files are on the server, in the folder shown on the page. Have the operator copy them to another machine.',
          ],
        },
        {
          text: 'The operator restores a backup on the server with **npm run restore -- FILE**. A failed backup is also shown in **System Information**.',
        },
      ],
    },
    {
      id: 'retention',
      title: 'How do I delete old data?',
      blocks: [
        {
          steps: [
            'Under **Settings**, choose **Retention**.',
            'Choose how long each kind of data is kept. **Forever** keeps it. Positions of drivers are kept 30 days unless you choose otherwise.',
            'Press **Preview** to see how much would be deleted. Nothing has been deleted yet.',
            'Enter your own password and press **Delete and Save**.',
          ],
        },
        {
          text: 'Older data is deleted within the hour, and every hour from then on. Only a backup can bring it back. Proofs say “deleted after” where something may have been.',
        },
      ],
    },
    {
      id: 'positions',
      title: 'How do I see where drivers are?',
      blocks: [
        {
          steps: [
            'Drivers share their location under **Location** in the account menu, only while they have stops. The map then shows each driver’s last position with its age and the phone’s battery, and moves by itself. A row says “standing for 12 min” of a driver who has been somewhere for 10 minutes without a stop to do there.',
            'To see a day, open a driver’s list and choose **Trail**: a map with the way driven and the stops with their times, and lists of both. The line is broken where no position came. That you looked is in the **Audit Log**.',
            'A phone that sleeps reports only through a tracker app. In **User Management**, open the driver, choose an app under **Tracker Apps** and press **Add Tracker App**. Let the driver scan the code.',
          ],
        },
        {
          text: 'Tell the driver before you add an app. The activity and the proof of a task say how far the phone was from the stop.',
        },
      ],
    },
    {
      id: 'tokens',
      title: 'How do I give a script access?',
      blocks: [
        {
          steps: [
            'Sign in as the user the script should act for. Under **Settings**, **API Tokens**, choose **New Token**.',
            'Enter a name, choose when the token expires, enter your own password, and press **Create Token**.',
            'Copy the token. It is shown only once.',
          ],
        },
        {
          text: 'The **API guide** beside it shows the calls. **Everyone’s API Tokens** under **Admin Management** lists them all; **Revoke** those that are lost or no longer needed. A token can’t create users, give roles, reset passwords, change admins, or create webhooks.',
        },
      ],
    },
    {
      id: 'tokens-and-webhooks',
      title: 'How do I notify another program when tasks change?',
      blocks: [
        {
          steps: [
            'Under **Settings**, choose **Webhooks**, then **New Webhook**.',
            'Enter the program’s URL, choose the events, and press **Create Webhook**.',
            'Copy the secret. It is shown only once; the program uses it to check the signature of each delivery.',
            'Open the webhook and press **Send a Test**. The result appears under the deliveries.',
          ],
        },
        {
          text: 'Each delivery is listed with its response, and **Send Again** repeats it. After a backup is restored, webhooks are off until you turn them on, so that a copy of your data does not call the real programs.',
        },
      ],
    },
    {
      id: 'sources',
      title: 'How do I let another system send its invoices?',
      blocks: [
        {
          steps: [
            'Under **Settings**, choose **Sources**, then **New Source**. Enter a name, such as that of the dealer’s system.',
            'Choose the dealership. Its orders go with the runs of this dealership.',
            'Check **On** and press **Create Source**. Dispatchers now have the **Inbox**.',
          ],
        },
        {
          text: 'Documents are uploaded in the Inbox, or a program sends them with an API token to the address in docs/api.md. While a source is off, nothing is taken. After a backup is restored, all sources are off.',
        },
        {
          text: 'A source of the kind **Network printer** takes what a dealer’s computers print. Whoever runs the server sets INTAKE_PRINT_PORT first.',
        },
        {
          steps: [
            'In **New Source** choose **Network printer**. Enter the addresses of the computers that print. With **Printer**, the paper comes out of the real printer as before.',
            'In Windows, add a printer with a **Standard TCP/IP Port**: the address that the page of the source shows, protocol **Raw**, **SNMP Status Enabled** off. Choose the driver **Generic / Text Only**.',
            'Or change the address of the printer that the dealer’s system has, and enter its former address under **Printer**.',
            'Press **Send a Test**, then print an invoice. If it does not come, the page of the source shows whose connection was refused.',
          ],
        },
        {
          text: 'A source of the kind **Folder** takes the files that a system or a scanner saves in a folder of the server. Whoever runs the server sets INTAKE_DIR, makes the folder and shares it. A file that was stored is in its folder **done** afterwards; one that is no PDF and no text is in **trouble**, with a text that says why.',
        },
        {
          steps: [
            'A source of the kind **Mailbox** needs a mailbox of its own: all its messages are fetched, and go to its folders **Done** and **Trouble**.',
            'Enter the mail server, the user and the password, and under **Allowed senders** who may send. Leave **On** unchecked, save, open the source and press **Test Connection**.',
            'Anybody can write any sender into a message. Under **Senders are confirmed by** enter the first word of **Authentication-Results** in the head of a message that has arrived; then only messages that your mail server has confirmed are taken.',
            'Turn it on. PDFs and texts that are attached come to the Inbox, else the text of the message.',
          ],
        },
        {
          text: 'A source lists the layouts that it was taught. **Open** shows where each finds its values, and **Test on the last 50 documents** what it reads. Words that void an order, make it a return or ignore it can be changed there. A wrong layout can be deleted: its documents wait until they are taught again, and orders that were made stay.',
        },
      ],
    },
    {
      id: 'notifications',
      title: 'How do customers hear about their deliveries?',
      blocks: [
        {
          steps: [
            'Have the server set up for email or text messages; the operating guide says how.',
            'Under **Settings**, choose **Messages to Customers**. Turn events on or off, change their words, and set the quiet hours. **Next stop** and **Late** are off until you turn them on.',
            'Edit an account, choose **Contacts**, and add the people who agreed to be told: by email, text message, or both, with the day and the way they agreed.',
          ],
        },
        {
          text: 'A stop is one message, however many tasks it has. **Messages** on the accounts page lists what was sent and what failed, and **Send Again** repeats it. **Unknown** means that the message was handed over without an answer, so it may have arrived. A contact who answers STOP gets no more text messages. **Links for customers**, under **Messages to Customers**, decides whether the next customer sees how many miles away the driver is; tell your drivers before you turn it on.',
        },
      ],
    },
    {
      id: 'audit-log',
      title: 'How do I find out who did what?',
      blocks: [
        {
          text: 'The **Audit Log** under **Settings** lists what admins changed, with the values before and after, and sign-ins and failed sign-ins of the last 90 days: who, when, and from which address. **Export CSV** downloads it. What happened to a task is shown in the task itself, under **Activity**.',
        },
      ],
    },
    {
      id: 'system-information',
      title: 'How do I check that everything is running well?',
      blocks: [
        {
          text: '**System Information** under **Settings** shows the version, the size of the database, the last backup, where maps, addresses and routes come from, and address lookups that are waiting or failed. The charts show the last hour. For a full check, the operator runs **npm run doctor** on the server.',
        },
        {
          text: 'The warning **Demo accounts are active** at the top of a page means that anyone who can open it can sign in with the demo password. Reset those passwords or delete the accounts.',
        },
      ],
    },
  ],
};
