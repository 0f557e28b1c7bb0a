/** The kind of the jobs that read documents. Their subject is a document, their lane its source. */
export const INTAKE = 'intake';
