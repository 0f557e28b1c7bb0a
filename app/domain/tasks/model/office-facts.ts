/** The number under which another system knows the task. Drivers and customers do not see it. Safe in the browser. */
export const ORDER_LABEL = 'Order #';

/** "Order # 4711"; null without a number. */
export const orderLine = ({ external_ref }: { external_ref: string | null }) =>
  external_ref && `${ORDER_LABEL} ${external_ref}`;
