import type { Section } from './blocks';

export const accounts: Section = {
  id: 'accounts',
  title: 'Account Creation & Management',
  intro: 'For dispatchers: the companies you pick up from and deliver to, and their addresses.',
  topics: [
    {
      id: 'account-types',
      title: 'Which account type do I choose?',
      blocks: [
        {
          list: [
            '**Dealership**: a dealership you exchange parts with. New tasks there start as pickups.',
            '**Vendor**: a supplier. New tasks there start as pickups.',
            '**Service Shop**: a customer you deliver to. New tasks there start as deliveries.',
          ],
        },
        { text: 'The cards at the top of **Accounts** show how many there are of each type.' },
      ],
    },
    {
      id: 'new-account',
      title: 'How do I create an account?',
      blocks: [
        {
          steps: [
            'On **Accounts**, choose **Add New Account**.',
            'Enter the name and choose the type. The phone number is optional; if you enter one, it must have at least 10 characters.',
            'Enter the street address. It becomes the account’s default address, named Main Office.',
            'Press **Create Account**.',
          ],
        },
        {
          picture: {
            file: 'accounts.webp',
            alt: 'The accounts page: four counts by type, the search box, and the table with name, type, location, phone and actions',
          },
        },
        {
          text: 'Two accounts can have the same name. The search box finds accounts by the beginning of their name, and **Export CSV** downloads what it found.',
        },
      ],
    },
    {
      id: 'addresses',
      title: 'How do I add or change addresses?',
      blocks: [
        {
          steps: [
            'On **Accounts**, click the account’s location, or **Edit**.',
            'Choose **Add Address**, or **Edit** beside an address.',
            '**Geolocate Address** looks up where the address is on the map. If that takes longer, the location is filled in later.',
            'Press **Add Address** or **Save Address**.',
          ],
        },
        {
          text: 'New tasks get the **Default** address; **Set as Default** chooses another one. If you delete the default, the first of the others by name becomes the default, and the dialog says which one. An account’s only address can’t be deleted.',
        },
        {
          picture: {
            file: 'addresses.webp',
            alt: 'The addresses of an account: the default address first, with the buttons to edit, delete and set as default',
          },
        },
      ],
    },
    {
      id: 'import',
      title: 'How do I import accounts from a CSV file?',
      blocks: [
        {
          steps: [
            'In your spreadsheet, name the columns in the first line. **Company Name** and **Address** are required; **Phone**, **Type**, **City**, **State**, **ZIP** and **Deliver By** (a time such as 4:00 PM) are optional. Save the file as CSV. **Download a template** in the dialog gives you a file to start from.',
            'On **Accounts**, choose **Import CSV**, and choose the file or drop it into the dialog. You see its first rows.',
            'Under **Import accounts as**, choose the type for rows that have none.',
            'Press **Import**. You can close the page: a large file keeps importing, and the result is there when you open the dialog again.',
            'If rows were rejected, press **Download rejected rows**, fix them in that file, and import it. The other rows are already in.',
          ],
        },
        {
          picture: {
            file: 'import.webp',
            alt: 'The dialog Import Accounts from CSV with a chosen file and its first rows under the columns that were found',
          },
        },
        {
          list: [
            'An address in one column, such as 100 Main Street, Kansas City, MO 64105, is split into street, city, state and ZIP.',
            'A company that already exists with the same address is not added again, so importing a file twice does no harm.',
            'A leading zero is added to a four-digit ZIP code only in states whose ZIP codes start with zero. Elsewhere the row is rejected.',
            'Imported accounts are shown at the center of their ZIP code until the first task goes there. Then the exact location is looked up.',
          ],
        },
      ],
    },
    {
      id: 'active-inactive-archived',
      title: 'What are active, inactive and archived accounts?',
      blocks: [
        {
          text: 'An account is **active** while tasks go to it and **inactive** when none do; there is nothing to set. When you delete an account, it is **archived**: it no longer appears in lists and suggestions, but its name stays on its tasks. Before you delete one, the dialog says how many open tasks go there. Those tasks stay.',
        },
      ],
    },
  ],
};
