/** The kind of the jobs that read documents. Their subject is a document, their lane its source. */
export const INTAKE = 'intake';

/** Instances look at their ways in when a source has changed: the name of these rounds. */
export const WAYS_IN = 'ways-in';

/** The database tells on this channel that another number of documents waits. */
export const INBOX_CHANNEL = 'inbox';
