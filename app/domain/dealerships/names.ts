/** The dealerships of the network. Small in the browser. */
export const DEALERSHIPS = ['Buick', 'Chevrolet', 'Ford', 'Hyundai CDJR', 'Jeep'] as const;
