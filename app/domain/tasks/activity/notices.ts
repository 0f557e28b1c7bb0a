/** What the office, or a hand-over, has done to a driver's route, as the driver's page says it. Safe in the browser. */
export type Notice = {
  /** Grows; of several that are told in one line, the last. */
  id: number;
  text: string;
  /** About an urgent task, or the stop under way: felt as well. */
  isLoud: boolean;
};
