import type { Section } from './blocks';

export const accounts: Section = {
  id: 'accounts',
  title: 'Account Creation & Management',
  intro: 'For dispatchers: the companies that parts come from and go to, and their addresses.',
  topics: [
    {
      id: 'account-types',
      title: 'Types of accounts',
      blocks: [
        {
          list: [
            '**Dealership**: a dealership that parts are exchanged with. A new task there is suggested as a pickup.',
            '**Vendor**: a supplier. A new task there is suggested as a pickup.',
            '**Service Shop**: a customer that parts are sold to. A new task there is suggested as a delivery.',
          ],
        },
        {
          text: 'The cards at the top of **Accounts** count them by type.',
        },
      ],
    },
    {
      id: 'new-account',
      title: 'Create an account',
      blocks: [
        {
          steps: [
            'On **Accounts**, choose **Add Account**.',
            'Fill in the name and the type. A phone number may be left out; if it is given, it has at least 10 characters.',
            'Fill in the street address. It becomes the account’s default address, named Main Office.',
          ],
        },
        {
          picture: {
            file: 'accounts.webp',
            alt: 'The accounts page: four counts by type, the search box, and the table with name, type, location, phone and actions',
            width: 1366,
            height: 670,
          },
        },
        {
          text: 'Two accounts may have the same name. The search box finds names by their beginning; **Export CSV** downloads what is found.',
        },
      ],
    },
    {
      id: 'addresses',
      title: 'Manage addresses',
      blocks: [
        {
          text: 'An account may have several addresses; one of them is the **Default**, which a new task gets. Click the location in the table, or **Edit**, to add, edit and delete them, or to set another one as default. The only address can’t be deleted. Deleting the default makes the first of the others by name the default, and the dialog says which one that is.',
        },
        {
          text: '**Geolocate Address** looks up where the address is on the map. When the answer takes longer, it is filled in later by itself.',
        },
        {
          picture: {
            file: 'addresses.webp',
            alt: 'The addresses of an account: the default address first, with the buttons to edit, delete and set as default',
            width: 976,
            height: 301,
          },
        },
      ],
    },
    {
      id: 'import',
      title: 'Import accounts from a CSV file',
      blocks: [
        {
          steps: [
            'In your spreadsheet, name the columns in the first line: **Company Name** and **Address** are required; **Phone**, **Type**, **City**, **State** and **ZIP** are taken when they are there. Save it as CSV.',
            'On **Accounts**, choose **Import CSV**, and choose the file or drop it into the dialog. You see the first rows as they are understood.',
            'Say what the accounts are: **Service Shop**, **Vendor** or **Dealership**. A **Type** column in the file wins; without an answer they are service shops.',
            'Press **Import**. A large file goes on when you close the page; its result is there when you open the dialog again.',
          ],
        },
        {
          picture: {
            file: 'import.webp',
            alt: 'The dialog Import Accounts from CSV with a chosen file and its first rows under the columns that were found',
            width: 860,
            height: 411,
          },
        },
        {
          list: [
            'An address in one column, such as 100 Main Street, Kansas City, MO 64105, is taken apart into street, city, state and ZIP.',
            'Rows that are wrong are listed with their line and the reason. **Download rejected rows**, mend them in that file, and import it; the good rows are in already.',
            'A company that is there already with the same address is not added again. So the same file can be imported twice without harm.',
            'A ZIP code of four digits is completed with a zero only in states whose ZIP codes begin with one; elsewhere the row is listed.',
            'Imported accounts stand in the middle of their ZIP code until the first task goes there; then the exact place is looked up.',
          ],
        },
      ],
    },
    {
      id: 'active-inactive-archived',
      title: 'Active, inactive and archived accounts',
      blocks: [
        {
          text: 'An account counts as **active** as long as tasks go to it, and as **inactive** when none does; nothing has to be set for that. An account that you delete is **archived**: it is in no list and no suggestion any more, and its name stays with the tasks that went there. Before deleting, the dialog says how many open tasks are at its addresses or go there; they stay.',
        },
      ],
    },
  ],
};
