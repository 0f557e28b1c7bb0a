/** Configures Valhalla, both its programs and the processes that ask it. */
const SILENT = { logging: { type: '' } };

/**
 * Has all keys that driving needs; they were found by leaving out one after the other. A costing without
 * limits crashes the process, so never ask for another one than "auto".
 * @param tileDir the folder of the road tiles.
 */
export const valhallaConfig = (tileDir: string) => ({
  mjolnir: {
    tile_dir: tileDir,
    traffic_extract: '',
    admin: '',
    timezone: '',
    landmarks: '',
    id_table_size: 100_000_000,
    max_cache_size: 200_000_000,
    ...SILENT,
  },
  loki: {
    actions: [
      'locate',
      'route',
      'sources_to_targets',
      'isochrone',
      'trace_route',
      'trace_attributes',
      'status',
    ],
    ...SILENT,
    service_defaults: {
      heading_tolerance: 60,
      minimum_reachability: 50,
      node_snap_tolerance: 5,
      radius: 0,
      // A place farther from every road is outside of the region. The default would move it to the region's
      // edge.
      search_cutoff: 1_500,
      street_side_max_distance: 1_000,
      street_side_tolerance: 5,
    },
  },
  thor: SILENT,
  odin: SILENT,
  meili: { default: { breakage_distance: 2_000 } },
  service_limits: {
    auto: {
      max_distance: 5_000_000,
      max_locations: 200,
      max_matrix_distance: 400_000,
      max_matrix_location_pairs: 10_000,
    },
    pedestrian: {
      max_distance: 250_000,
      max_locations: 50,
      max_matrix_distance: 200_000,
      max_matrix_location_pairs: 2_500,
      max_transit_walking_distance: 10_000,
      min_transit_walking_distance: 1,
    },
    isochrone: {
      max_contours: 4,
      max_distance: 25_000,
      max_distance_contour: 200,
      max_locations: 1,
      max_time_contour: 120,
    },
    skadi: { max_shape: 750_000, min_resample: 10 },
    trace: {
      max_alternates: 3,
      max_alternates_shape: 100,
      max_distance: 200_000,
      max_gps_accuracy: 100,
      max_search_radius: 100,
      max_shape: 16_000,
    },
    max_alternates: 2,
    max_exclude_locations: 50,
    max_exclude_polygons_length: 10_000,
    max_radius: 200,
    max_reachability: 100,
  },
});
