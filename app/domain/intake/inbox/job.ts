/** The kind of the jobs that read documents. Their subject is a document, their lane its source. */
export const INTAKE = 'intake';

/** The database tells on this channel that another number of documents waits. */
export const INBOX_CHANNEL = 'inbox';
