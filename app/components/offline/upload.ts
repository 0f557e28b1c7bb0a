/** Sends a call with photos and reports its progress, which `fetch` can't do. It is loaded with the first photo. */

/** Enough for the slowest usable connection and the server's answer. */
const TIMEOUT_MS = 60_000;
const BYTES_A_MS = 15;

type Init = { method: string; body: string; headers: Record<string, string> };

/** @param told is called with the part that has been sent, from 0 to 1. */
export default function upload(
  path: string,
  { method, body, headers }: Init,
  onProgress: (part: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const failed = () => {
      reject(new TypeError('no answer'));
    };
    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.timeout = TIMEOUT_MS + body.length / BYTES_A_MS;
    request.upload.onprogress = ({ loaded, total }) => {
      onProgress(loaded / (total || body.length));
    };
    request.onload = () => {
      resolve(
        new Response((request.response as string) || null, {
          status: request.status,
          headers: headersOf(request),
        }),
      );
    };
    request.onerror = failed;
    request.ontimeout = failed;
    request.onabort = failed;
    request.send(body);
  });
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const [name = '', ...value] = line.split(': ');
    if (name) headers.append(name, value.join(': '));
  }
  return headers;
}
