/** One field of the form, as the parts of it need to know it. */
export type FieldState = {
  name: string;
  id: string;
  initialValue: string | undefined;
  errors: string[] | undefined;
};

export type FieldName =
  | 'type'
  | 'location'
  | 'address'
  | 'invoice_number'
  | 'part_numbers'
  | 'notes'
  | 'status'
  | 'priority'
  | 'driver_id'
  | 'destination_account_id'
  | 'destination_name'
  | 'transfer_to_driver_id'
  | 'transfer_destination_location'
  | 'transfer_destination_address'
  | 'need_by_date'
  | 'need_by_hour'
  | 'version';
export type TaskFormValues = Record<FieldName, string>;
