// After the first visit, the site works without a network: pages are answered from the cache, and renewed behind it.

const CACHE = "destrier";
const FIRST = ["./", "index.html", "tours.html", "puzzles.html", "destrier.webmanifest", "icon.svg", ...["de", "fr", "es"].map((language) => `words-${language}.js`)];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FIRST)));
  skipWaiting();
});

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin) event.respondWith(answer(request));
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request, { ignoreSearch: true });
  const renewed = fetch(request).then((response) => {
    if (response.ok) cache.put(request, response.clone());
    return response;
  });
  renewed.catch(() => {}); // without a network, there is only what is known
  return known ?? renewed;
}
