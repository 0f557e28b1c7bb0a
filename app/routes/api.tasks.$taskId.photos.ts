import { addPhoto, listPhotos } from '~/domain/tasks/evidence/photos.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listPhotos, POST: addPhoto });
