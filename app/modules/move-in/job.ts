/** The kind of the jobs that make the rows of files. Their subject is a move-in. */
export const MOVE_IN = 'move-in';
