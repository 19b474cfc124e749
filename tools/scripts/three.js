// What the pages in space use of three.js; `make vendor` bundles it into one module.
export {
  AmbientLight, BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide, Group, InstancedMesh, LineBasicMaterial,
  LineSegments, Matrix4, Mesh, MeshLambertMaterial, NearestFilter, NoBlending, OrthographicCamera, Quaternion, SRGBColorSpace, Scene,
  ShaderMaterial, SphereGeometry, Vector3, WebGLRenderTarget, WebGLRenderer,
} from "three";
